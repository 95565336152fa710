"""How is a game set up, before its first round?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Edition, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .cards import BOOK, spirit_card
from .choices import BARS, DECKS, ChooseBar, Deck, JudgeOrder
from .drawing import ORDERS, Draw, shuffle_in
from .facts import BarChosen, DeckShuffled, StartingSpiritsTaken
from .flow import BeginRound
from .state import SEEN, GameOptions, State, cards_of, empty_hand, gain

CHOOSE_BAR: Final = types_named(frozenset((ChooseBar,)))
SEATS: Final = range(2, 7)
"""BF-1.1  The least is public, not from the printed rules; six bars set the most."""


def setup(seats: int, options: GameOptions, edition: Edition) -> State:
    """BF-1.1  Two to six seats; nobody has ribbons, and all awards are in the supply (BF-1.7)."""
    if seats not in SEATS:
        raise Illegal("bad_config", "BF-1.1", "Bar Fight is for 2 to 6 seats.")
    cards = BOOK[edition.name]
    return State(
        stack=[BeginGame()],
        asked=[0] * (seats + 1),
        edition=edition.name,
        seats=seats,
        phase="bars",
        round=0,
        bars=[None] * seats,
        piles={deck: list(cards.decks[deck]) for deck in DECKS},
        discards={deck: [] for deck in DECKS},
        shuffles=dict.fromkeys(DECKS, 0),
        judge=None,
        future=[],
        judge_pile=[judge.name for judge in cards.file.judges],
        judges_discarded=[],
        awards_left=cards.awards,
        hands=[empty_hand() for _ in range(seats)],
        sealed=[None] * seats,
        cocktails=[None] * seats,
        fights=[],
        scores=[None] * seats,
        gained=[0] * seats,
        judges_won=[[] for _ in range(seats)],
        awards=[0] * seats,
    )


class BeginGame(Step, tag="begin_game"):
    """BF-1.1 BF-1.5  Bars, starting spirits, shuffles, four mixers and then two twists seat by seat, judges, in this order."""

    def run(self, s: State, tell: Tell) -> None:
        deal = cards_of(s).file.deal
        dealt: list[Deck] = [deck for deck, count in (("mixer", deal.mixer), ("twist", deal.twist)) for _ in range(count)]  # type: ignore[misc]
        then(
            s,
            *(ChooseOneBar(seat=seat) for seat in range(s.seats)),
            TakeStartingSpirits(),
            *(ShuffleDeck(seat=DEALER, deck=deck) for deck in DECKS),
            ShuffleJudges(seat=DEALER),
            *(Draw(seat=seat, decks=list(dealt), cause="deal") for seat in range(s.seats)),
            SeatJudges(),
            BeginRound(),
        )


class ChooseOneBar(Decision, tag="choose_bar"):
    """BF-1.2  Each bartender picks one bar that nobody has, in seat order."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [ChooseBar(bar) for bar in BARS if bar not in s.bars]

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them: each bar that was chosen is one less."""
        return len(BARS) - s.seats + s.bars.count(None), CHOOSE_BAR

    def answer(self, s: State, seat: Seat, choice: ChooseBar, tell: Tell) -> None:
        bar = cards_of(s).bars[choice.bar]  # type: ignore[index]  # it is one of the options
        s.bars[seat] = bar.key
        tell(BarChosen(seat=seat, bar=bar.key))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, ChooseBar):
            return Illegal("wrong_phase", "BF-1.2", "Choose a bar now.")
        if choice.bar not in BARS:
            return Illegal("unknown_bar", "BF-1.2", "There is no such bar.")
        return Illegal("bar_taken", "BF-1.2", "Somebody has this bar.")


class TakeStartingSpirits(Step, tag="take_starting_spirits"):
    """BF-1.3  In seat order, from the spirit deck, as the bar card says; those of unused bars stay in the deck."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "setup"
        for seat, key in enumerate(s.bars):
            assert key is not None
            spirits = [spirit_card(start.spirit, start.points) for start in cards_of(s).bars[key].starting_spirits]
            for card in spirits:
                s.piles["spirit"].remove(card)
                gain(s.hands[seat], "spirit", card, SEEN)
            tell(StartingSpiritsTaken(seat=seat, cards=spirits))


class ShuffleDeck(Decision, tag="shuffle_deck"):
    """BF-1.4  The spirit, mixer and twist decks are shuffled, the first card on top."""

    deck: Deck

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(s.piles[self.deck], ORDERS[self.deck], "cards")

    def answer(self, s: State, seat: Seat, choice: Any, tell: Tell) -> None:
        shuffle_in(s, self.deck, choice.cards)
        tell(DeckShuffled(deck=self.deck, count=len(choice.cards), cause="setup"))


class ShuffleJudges(Decision, tag="shuffle_judges"):
    """BF-1.4  The judge deck is shuffled once and never again."""

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(s.judge_pile, JudgeOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: JudgeOrder, tell: Tell) -> None:
        s.judge_pile = list(choice.cards)
        tell(DeckShuffled(deck="judge", count=len(choice.cards), cause="setup"))


class SeatJudges(Step, tag="seat_judges"):
    """BF-1.6  The top judges go face up: the first is the current judge."""

    def run(self, s: State, tell: Tell) -> None:
        shown = cards_of(s).file.judges_on_table
        s.judge, *s.future = s.judge_pile[:shown]
        del s.judge_pile[:shown]
