"""How are the gifts of Marley's Ghost chosen, and what do they do at the start of a chapter?"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, Final

from gameplay.rules.contract import DEALER, Decision, GroupDecision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .anytime import InChapter, put
from .choices import ChooseGifts, DivideGift, ExchangeGift, GiftDraw, PlaceBedroom, Speak
from .gift_facts import BedroomPlaced, GiftDivided, GiftExchanged, GiftShown, GiftsTaken
from .offers import Selections
from .state import Mode, State, counted, deck_of, kinds_of, leaders, shown, solo, take_card
from .talk import refuse_speech

MOST_GIFTS: Final[dict[Mode, int]] = {"very_easy": 3, "easy": 1, "normal": 1, "hard": 0, "very_hard": 0, "humbug": 0}
SUBSETS: Final[list[list[int]]] = [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]]
DIVIDE, EXCHANGE = (types_named(frozenset((kind,))) for kind in (DivideGift, ExchangeGift))


class ChooseGift(GroupDecision, tag="choose_gift"):
    """SC-17.1 SC-17.2 SC-17.3  The group chooses: any gifts in very easy mode, one in easy, one or a random one in normal mode."""

    def options(self, s: State, seat: Seat) -> Options:
        if s.options.mode == "very_easy":
            return [ChooseGifts(gifts=gifts) for gifts in SUBSETS]
        single = [ChooseGifts(gifts=gifts) for gifts in SUBSETS[1:4]]
        return [*single, ChooseGifts(random=True)] if s.options.mode == "normal" else single

    def answer(self, s: State, seat: Seat, choice: ChooseGifts, tell: Tell) -> None:
        """SC-16.6  What is not chosen, and Marley's Ghost, leave the game."""
        s.stack.pop()
        if choice.random:
            then(s, DrawGift(seat=DEALER))
        else:
            keep_gifts(s, choice.gifts, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        """SC-22.1 SC-18.11  A command of a chapter comes too early, and nobody speaks yet."""
        if isinstance(choice, Speak):
            return refuse_speech(s, seat, choice.messages)
        if isinstance(choice, ChooseGifts):
            return Illegal("bad_gifts", "SC-17.3", "The mode does not allow these gifts.")
        return Illegal("wrong_phase", "SC-16.6", "The gifts are chosen first.")


class DrawGift(Decision, tag="draw_gift"):
    """SC-17.3  The gift is drawn at random."""

    def options(self, s: State, seat: Seat) -> Options:
        return [GiftDraw(gift=gift) for gift in (1, 2, 3)]

    def answer(self, s: State, seat: Seat, choice: GiftDraw, tell: Tell) -> None:
        keep_gifts(s, [choice.gift], tell)


def keep_gifts(s: State, gifts: list[int], tell: Tell) -> None:
    """SC-16.6  These gifts stay in play for the whole game."""
    s.gifts = list(gifts)
    tell(GiftsTaken(gifts=list(gifts)))


class UseChapterGifts(Step, tag="use_chapter_gifts"):
    """SC-3.7 SC-16.5  Gift 1 acts first, then Gift 3; what was dealt and laid is seen by then."""

    def run(self, s: State, tell: Tell) -> None:
        then(s, *([BeginGift1()] if 1 in s.gifts else []), *([BeginGift3()] if 3 in s.gifts else []))


class BeginGift1(Step, tag="begin_gift1"):
    """SC-16.1 SC-16.2  Three cards are drawn face up, to be divided; with one player cards may be exchanged instead."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "gift1"
        if solo(s):
            put(s, ExchangeCards(due=[0]))
            return
        s.drawn = sorted(s.pile[:3], key=kinds_order(s))
        del s.pile[:3]
        tell(GiftShown(cards=kinds_of(s, s.drawn)))
        put(s, DivideCards(due=leaders(s)))


def kinds_order(s: State) -> Any:
    """SC-16.1  Cards that look alike lie beside each other."""
    return deck_of(s).kind.__getitem__


class DivideCards(InChapter, tag="divide_cards"):
    """SC-16.1  The group divides three cards among the players in any way; one player may get all."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [[DivideGift(seats=[*to]) for to in divisions(s.seats, *alike(s))]]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        return len(divisions(s.seats, *alike(s))), DIVIDE

    def take(self, s: State, seat: Seat, choice: DivideGift, tell: Tell) -> None:
        tell(GiftDivided(cards=kinds_of(s, s.drawn), seats=choice.seats))
        for card, to in zip(s.drawn, choice.seats, strict=True):
            s.hands[to].append(card)
        shown(s, s.drawn)
        s.drawn = []

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, DivideGift):
            return None
        if len(choice.seats) != 3 or max(choice.seats) >= s.seats:
            return Illegal("unknown_seat", "SC-16.1", "Name a seat of this game for each of the three cards.")
        return Illegal("bad_payload", "SC-16.1", "Of two cards that look alike the first goes to the lower seat.")


def alike(s: State) -> tuple[bool, bool]:
    """Do the first two of the cards that were drawn look alike, and the last two?"""
    first, second, third = kinds_of(s, s.drawn)
    return first == second, second == third


@cache
def divisions(seats: int, first: bool, last: bool) -> tuple[tuple[int, ...], ...]:
    """SC-16.1  Who gets each of three cards. Of cards that look alike the first goes to the lower seat: to change them over
    is the same division."""
    every = product(range(seats), repeat=3)
    return tuple(to for to in every if not (first and to[0] > to[1]) and not (last and to[1] > to[2]))


class ExchangeCards(InChapter, tag="exchange_cards"):
    """SC-16.2  Up to two hand cards may change places with as many of the Counting House."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        hand, board = counted(s, s.hands[seat]), counted(s, s.board)
        return [
            [
                ExchangeGift(hand=given, board=taken)
                for count in (0, 1, 2)
                for given in Selections(hand, count, count)
                for taken in Selections(board, count, count)
            ]
        ]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        hand, board = counted(s, s.hands[seat]), counted(s, s.board)
        return sum([len(Selections(hand, count, count)) * len(Selections(board, count, count)) for count in (0, 1, 2)]), EXCHANGE

    def take(self, s: State, seat: Seat, choice: ExchangeGift, tell: Tell) -> None:
        for given, taken in zip(choice.hand, choice.board, strict=True):
            place = next(place for place, kind in enumerate(kinds_of(s, s.board)) if kind == taken)
            card = take_card(s, s.hands[seat], given)
            s.hands[seat].append(s.board[place])
            s.board[place] = card
        tell(GiftExchanged(seat=seat, cards=choice.hand, taken=choice.board))

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, ExchangeGift):
            return None
        if len(choice.hand) != len(choice.board) or len(choice.hand) > 2:
            return Illegal("bad_exchange", "SC-16.2", "Exchange up to two cards for as many.")
        if choice.hand not in Selections(counted(s, s.hands[seat]), 0, 2):
            return Illegal("not_in_hand", "SC-16.2", "Not all of these cards are in your hand.")
        return Illegal("not_on_board", "SC-16.2", "These cards do not lie on the Counting House.")


class BeginGift3(Step, tag="begin_gift3"):
    """SC-16.4  The Bedroom may be moved before the first turn of each chapter."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "gift3"
        put(s, SetBedroom(due=leaders(s)))


class SetBedroom(InChapter, tag="set_bedroom"):
    """SC-16.4  The Bedroom with Scrooge goes to any place where it touches two scenes, or stays."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [[PlaceBedroom(gap=gap) for gap in range(len(s.row) - 1)]]

    def take(self, s: State, seat: Seat, choice: PlaceBedroom, tell: Tell) -> None:
        s.gap = choice.gap
        tell(BedroomPlaced(seat=seat, gap=choice.gap))

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, PlaceBedroom):
            return None
        return Illegal("bad_gap", "SC-16.4", "There the Bedroom would not touch two scenes.")
