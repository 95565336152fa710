"""What may a seat, a spectator or the referee see?"""

from __future__ import annotations

import msgspec

from gameplay.rules.contract import REFEREE, Choice, Seat

from .choices import (
    DECKS,
    Bar,
    Card,
    Deck,
    Fight,
    Flair,
    Judge,
    JudgeOrder,
    Mix,
    MixerCard,
    MixerOrder,
    Restock,
    SpiritCard,
    SpiritOrder,
    TwistCard,
    TwistOrder,
    TwistPick,
    in_order,
)
from .facts import Window
from .state import Cocktail, Fought, Hand, Phase, Score, State, count, ribbons, table_order
from .windows import FightWindow


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a view."""


class CocktailView(_Part, frozen=True):
    """A revealed cocktail; cancelled flair has no effect."""

    spirit: SpiritCard
    mixers: list[MixerCard]
    flair: list[Flair]
    cancelled: list[Flair]


class FightView(_Part, frozen=True):
    """A fight card played this round, and the seat it was played against."""

    seat: int
    card: Fight
    target: int | None


class SeatView(_Part, frozen=True):
    """The open part of a bartender. While a commit is sealed its cards still count as in hand."""

    seat: int
    bar: Bar | None
    ribbons: int
    judges_won: list[Judge]
    awards: int
    spirits: int
    """How many of each kind are in hand: the backs of the cards differ."""
    mixers: int
    twists: int
    committed: bool
    """Whether a sealed cocktail or a sealed restock is in."""
    cocktail: CocktailView | None
    score: Score | None
    """Of this round, once it is fixed."""


class DeckView(_Part, frozen=True):
    """A deck: how many cards are left, and its discard pile in the order of ids."""

    deck: Deck
    left: int
    discarded: list[Card]


class WindowView(_Part, frozen=True):
    """An open fight window: how often all were asked, and who has passed since the last play."""

    window: Window
    asking: int
    passed: list[int]


class HandView(_Part, frozen=True):
    """What a seat alone may see: its cards, and what it has committed that is still sealed."""

    seat: int
    spirits: list[SpiritCard]
    mixers: list[MixerCard]
    twists: list[TwistCard]
    sealed: Mix | Restock | None


class PileView(_Part, frozen=True):
    """A deck from the top."""

    deck: Deck
    cards: list[Card]


class SecretView(_Part, frozen=True):
    """What only the referee may see."""

    hands: list[HandView]
    piles: list[PileView]
    judges: list[Judge]


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="bar_fight"):
    """BF-1.7  The game as one viewer may see it (section 3.4)."""

    edition: str
    phase: Phase
    round: int
    """From 1; 0 before the first."""
    table_order: list[int]
    """Seats, the start seat of this round first."""
    judge: Judge | None
    """The current judge."""
    future_judges: list[Judge]
    """At positions 2 and 3."""
    judges_left: int
    judges_discarded: list[Judge]
    awards_left: int
    decks: list[DeckView]
    window: WindowView | None
    fights: list[FightView]
    seats: list[SeatView]
    hand: HandView | None
    secret: SecretView | None


def view(s: State, viewer: Seat) -> View:
    """BF-1.7  Built from nothing, field by field; spectators see exactly the public part."""
    return View(
        edition=s.edition,
        phase=s.phase,
        round=s.round,
        table_order=table_order(s) if s.round else list(range(s.seats)),
        judge=s.judge,
        future_judges=list(s.future),
        judges_left=len(s.judge_pile),
        judges_discarded=list(s.judges_discarded),
        awards_left=s.awards_left,
        decks=[DeckView(deck, len(s.piles[deck]), in_order(s.discards[deck])) for deck in DECKS],
        window=window_view(s),
        fights=[fight_view(fought) for fought in s.fights],
        seats=[seat_view(s, seat) for seat in range(s.seats)],
        hand=hand_view(s, viewer) if 0 <= viewer < s.seats else None,
        secret=secret_view(s) if viewer == REFEREE else None,
    )


def window_view(s: State) -> WindowView | None:
    """BF-4.3  Who is asked, who has passed and which asking it is: public. The same for everybody, fight cards or none."""
    frame = next((frame for frame in reversed(s.stack) if isinstance(frame, FightWindow)), None)
    if frame is None:
        return None
    asked = frame.waiting
    return WindowView(frame.window, frame.asking, [] if asked is None else [seat for seat in frame.seats if seat not in asked])


def fight_view(fought: Fought) -> FightView:
    """BF-4.4  A played fight card is public."""
    return FightView(fought.seat, fought.card, None if fought.target < 0 else fought.target)


def seat_view(s: State, seat: Seat) -> SeatView:
    """BF-6.8  Bar, ribbons, hand counts by kind, revealed cocktail and score: public."""
    hand = s.hands[seat]
    return SeatView(
        seat=seat,
        bar=s.bars[seat],
        ribbons=ribbons(s, seat),
        judges_won=list(s.judges_won[seat]),
        awards=s.awards[seat],
        spirits=count(hand, "spirit"),
        mixers=count(hand, "mixer"),
        twists=count(hand, "twist"),
        committed=s.sealed[seat] is not None,
        cocktail=cocktail_view(s.cocktails[seat]),
        score=s.scores[seat],
    )


def cocktail_view(cocktail: Cocktail | None) -> CocktailView | None:
    """BF-3.6  Revealed cocktails are public."""
    if cocktail is None:
        return None
    return CocktailView(cocktail.spirit, list(cocktail.mixers), in_order(cocktail.flair), in_order(cocktail.cancelled))  # type: ignore[arg-type]


def hand_view(s: State, seat: Seat) -> HandView:
    """BF-3.4 BF-8.4  Only the seat itself sees its hand and its sealed commit."""
    hand = s.hands[seat]
    return HandView(seat, listed(hand, "spirit"), listed(hand, "mixer"), listed(hand, "twist"), s.sealed[seat])  # type: ignore[arg-type]


def listed(hand: Hand, deck: Deck) -> list[Card]:
    """Every card of a deck in a hand, in the order of ids."""
    return [card for card in in_order(hand[deck]) for _ in hand[deck][card]]


def secret_view(s: State) -> SecretView:
    """BF-1.4  Hands and the order of the decks."""
    return SecretView(
        hands=[hand_view(s, seat) for seat in range(s.seats)],
        piles=[PileView(deck, list(s.piles[deck])) for deck in DECKS],
        judges=list(s.judge_pile),
    )


def redact(choice: Choice, seat: Seat, viewer: Seat) -> Choice | None:
    """BF-3.4 BF-8.4  Sealed choices are for the seat itself (the reveal tells the others); shuffles and picks are for nobody."""
    if viewer == REFEREE:
        return choice
    if isinstance(choice, SpiritOrder | MixerOrder | TwistOrder | JudgeOrder | TwistPick):
        return None
    if isinstance(choice, Mix | Restock) and viewer != seat:
        return None
    return choice
