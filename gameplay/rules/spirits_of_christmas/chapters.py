"""How does the game go from chapter to chapter, from the host's options to the final score?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Edition, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .actions import draw_cards, fill_board
from .anytime import InChapter, put
from .choices import AssignFirstPlayer, EndDiscussion, SceneOrder, Speak, SpiritOrder
from .facts import ChapterBegan, ChapterEnded, DiscussionLeft, FirstPlayerNamed, GameWon, RowLaid
from .flow import BEGIN_TURN
from .gifts import MOST_GIFTS, ChooseGift, UseChapterGifts
from .scoring import chapter_points, final_score, title
from .state import BEDROOM, GameOptions, Mode, State, Variant, counting_house, deck_of, leaders, solo
from .talk import refuse_speech

CHAINS: Final[dict[Mode, int]] = {"very_easy": 3, "easy": 3, "normal": 3, "hard": 2, "very_hard": 1, "humbug": 0}
VARIANTS: Final[dict[Mode, Variant]] = {
    "very_easy": "open_hearted",
    "easy": "open_hearted",
    "normal": "virtuous",
    "hard": "miser",
    "very_hard": "three_chances",
    "humbug": "jacob_marley",
}
"""SC-17.1 to SC-17.6"""


def setup(seats: int, options: GameOptions, edition: Edition) -> State:
    """SC-1.6 SC-2.1 SC-2.3 SC-17.4 SC-17.5 SC-17.6 SC-17.9  One to six players; the mode says how many gifts and Chains there are, and
    which communication, if none was chosen. One player has no Chains."""
    if not 1 <= seats <= 6:
        raise Illegal("bad_config", "SC-1.6", "Spirits of Christmas is for 1 to 6 seats.")
    if options.first_player >= seats:
        raise Illegal("bad_config", "SC-2.1", "The first player must be one of the seats.")
    mode = options.mode
    s = State(
        stack=[],
        asked=[0] * (seats + 1),
        edition=edition.name,
        options=options,
        seats=seats,
        variant=options.communication or VARIANTS[mode],
        phase="gifts",
        chapter=0,
        gifts=[],
        chains=CHAINS[mode] if seats > 1 else 0,
        taken=0,
        points=[],
        first=options.first_player,
        had=[options.first_player],
        lost="",
        pool=0,
        discard=0,
        torch=False,
        spirit="centre",
        row=[],
        face_down=[],
        under=[],
        gap=3,
        scrooge=BEDROOM,
        last=0,
        pile=[],
        discarded=[],
        board=[],
        hands=[[] for _ in range(seats)],
        drawn=[],
        acted=False,
        current=options.first_player,
        turn=0,
        said=[],
        chances=[0] * seats,
        questioned=[],
        unanswered=[],
        trail=[],
        learnt=[{} for _ in range(seats + 1)],
    )
    then(s, *([ChooseGift(seats=leaders(s))] if MOST_GIFTS[mode] else []), BeginChapter())
    return s


class BeginChapter(Step, tag="begin_chapter"):
    """SC-3.1 SC-3.2 SC-3.3 SC-13.5  Full setup: the Torch aside, the token in the centre, fifteen shillings and five."""

    def run(self, s: State, tell: Tell) -> None:
        """SC-17.1 SC-17.2  In very easy mode the Torch is on its space, in easy mode it stays where it is."""
        deck = deck_of(s)
        s.phase = "setup"
        s.chapter += 1
        s.torch = s.options.mode == "very_easy" or (s.options.mode == "easy" and s.torch)
        s.spirit = "centre"
        s.pool = deck.start_pool
        s.discard = deck.shillings - deck.start_pool
        s.gap, s.scrooge, s.last, s.turn, s.current = 3, BEDROOM, 0, 0, s.first
        s.pile, s.discarded, s.board, s.drawn = [], [], [], []
        s.hands = [[] for _ in range(s.seats)]
        s.said, s.questioned, s.unanswered, s.trail = [], [], [], []
        s.chances = [0] * s.seats
        s.learnt = [{} for _ in range(s.seats + 1)]
        tell(ChapterBegan(chapter=s.chapter, seat=s.first, torch=s.torch, pool=s.pool))
        then(
            s,
            ShuffleSpirits(seat=DEALER),
            ShuffleScenes(seat=DEALER),
            UseChapterGifts(),
            OpenDiscussion(),
            BEGIN_TURN,
            ChapterEnds(),
        )


class ShuffleSpirits(Decision, tag="shuffle_spirits"):
    """SC-3.4 SC-19.1  All thirty cards are shuffled, and dealt from the top: whole hands from seat 0, then the Counting House."""

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(deck_of(s).cards, SpiritOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: SpiritOrder, tell: Tell) -> None:
        s.pile = list(choice.cards)
        for player in range(s.seats):
            draw_cards(s, player, first_hand(s), "deal", tell)
        if counting_house(s):
            fill_board(s, tell)


def first_hand(s: State) -> int:
    """SC-3.4 SC-3.5 SC-20.1  Five cards for one player, three for two to four, two for five or six."""
    return 5 if solo(s) else 3 if s.seats <= 4 else 2


class ShuffleScenes(Decision, tag="shuffle_scenes"):
    """SC-3.6  The chapter's eight scenes are laid face up in a row; the Bedroom touches the two in the middle."""

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(deck_of(s).chapters[s.chapter - 1], SceneOrder, "scenes")

    def answer(self, s: State, seat: Seat, choice: SceneOrder, tell: Tell) -> None:
        s.row = list(choice.scenes)
        s.face_down = [False] * len(s.row)
        s.under = [[] for _ in s.row]
        tell(RowLaid(chapter=s.chapter, scenes=s.row.copy()))


class OpenDiscussion(Step, tag="open_discussion"):
    """SC-18.20 SC-18.7  As Jacob Marley: a window for words before the first turn. None with one player."""

    def run(self, s: State, tell: Tell) -> None:
        if s.variant == "jacob_marley" and not solo(s):
            s.phase = "discussion"
            put(s, Discuss(due=list(range(s.seats))))


class Discuss(InChapter, tag="discuss"):
    """SC-18.20  Open until every seat has ended it; a seat that has may still talk until then."""

    everybody = True

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [[EndDiscussion()]]

    def take(self, s: State, seat: Seat, choice: EndDiscussion, tell: Tell) -> None:
        tell(DiscussionLeft(seat=seat, waiting=len(self.due)))


class ChapterEnds(Step, tag="chapter_ends"):
    """SC-13.2 SC-13.3 SC-13.5 SC-1.5  Points are counted, as a number; then the chapter's scenes and the Spirit token leave. The third chapter wins."""

    def run(self, s: State, tell: Tell) -> None:
        coins, shillings, torch = chapter_points(s)
        s.points.append(coins + shillings + torch)
        tell(ChapterEnded(chapter=s.chapter, turn=s.turn, coins=coins, shillings=shillings, torch_points=torch, points=s.points[-1]))
        if s.chapter == 3:
            win(s, tell)
            return
        s.phase = "between"
        then(s, BeginChapter())
        if s.seats > 3:
            then(s, AssignToken(seat=s.first))
        elif not solo(s):
            pass_token(s, (s.first + 1) % s.seats, tell)


def win(s: State, tell: Tell) -> None:
    """SC-15.1  The third chapter is complete: all have won."""
    s.phase = "won"
    tell(GameWon(points=sum(s.points), chains=s.taken, score=final_score(s), title=title(s)))


class AssignToken(Decision, tag="assign_token"):
    """SC-13.4  In games of four to six the holder gives the First Player token to somebody who has not had it in this game."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [AssignFirstPlayer(seat=other) for other in range(s.seats) if other not in s.had]

    def answer(self, s: State, seat: Seat, choice: AssignFirstPlayer, tell: Tell) -> None:
        pass_token(s, choice.seat, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if isinstance(choice, Speak):
            return refuse_speech(s, seat, choice.messages)
        if not isinstance(choice, AssignFirstPlayer):
            return Illegal("wrong_phase", "SC-13.4", "The First Player token is handed on first.")
        if choice.seat >= s.seats:
            return Illegal("unknown_seat", "SC-13.4", "There is no such seat in this game.")
        return Illegal("already_had_token", "SC-13.4", "That player has had the token in this game.")


def pass_token(s: State, seat: Seat, tell: Tell) -> None:
    """SC-13.4  With two or three players the token goes to the next one clockwise."""
    tell(FirstPlayerNamed(seat=seat, previous=s.first))
    s.first = seat
    s.had.append(seat)
