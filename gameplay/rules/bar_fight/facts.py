"""What can happen in Bar Fight, and who may know it?"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from gameplay.rules.contract import Fact, Seat

from .choices import Bar, Card, Deck, Fight, Flair, Judge, MixerCard, Spirit, SpiritCard, TwistCard
from .columns import FIELDS as FIELDS

Cause: TypeAlias = Literal["deal", "fight", "mixer", "flair", "bar", "restock"]
Window: TypeAlias = Literal["a", "b"]


class BarChosen(Fact, tag="bar_chosen", frozen=True):
    """BF-1.2  A seat works at this bar."""

    seat: int
    bar: Bar


class StartingSpiritsTaken(Fact, tag="starting_spirits_taken", frozen=True):
    """BF-1.3  A seat has taken the spirits of its bar card, seen by all."""

    seat: int
    cards: list[SpiritCard]


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True):
    """BF-1.4 BF-8.7  A deck of so many cards was shuffled, for the first time or from its discard pile."""

    deck: Literal["spirit", "mixer", "twist", "judge"]
    count: int
    cause: Literal["setup", "empty"]


class CardDrawn(Fact, tag="card_drawn", frozen=True):
    """BF-8.6  A seat has drawn a card of this deck; nobody else knows which."""

    seat: int
    deck: Deck
    cause: Cause


class CardSeen(Fact, tag="card_seen", frozen=True):
    """BF-8.6  Which card a seat has drawn: for its eyes only."""

    seat: int
    card: Card

    def seen_by(self, viewer: Seat) -> bool:
        return viewer == self.seat


class DrawLost(Fact, tag="draw_lost", frozen=True):
    """BF-8.9  There was no card to draw."""

    seat: int
    deck: Deck
    cause: Cause


class RoundBegan(Fact, tag="round_began", frozen=True):
    """BF-2.1  A round begins: who is first in table order, and the judges on the table."""

    round: int
    seat: int
    judges: list[Judge]


class WindowOpened(Fact, tag="window_opened", frozen=True):
    """BF-4.1  All seats are asked for fight cards."""

    window: Window


class FightPlayed(Fact, tag="fight_played", frozen=True):
    """BF-4.4  A fight card was played, and all seats are asked anew."""

    seat: int
    window: Window
    card: Fight
    target: int
    position: int


class WindowClosed(Fact, tag="window_closed", frozen=True):
    """BF-4.3  All seats have passed since the last play."""

    window: Window
    asking: int


class FlairCancelled(Fact, tag="flair_cancelled", frozen=True):
    """BF-10.12  A flair has no effect this round."""

    seat: int
    target: int
    card: Flair


class JudgeSwapped(Fact, tag="judge_swapped", frozen=True):
    """BF-10.13  This judge is the current one now; the one before has taken its position."""

    seat: int
    judge: Judge
    position: int


class TwistStolen(Fact, tag="twist_stolen", frozen=True):
    """BF-10.14  A twist has moved from one hand to another."""

    seat: int
    target: int


class StolenTwistSeen(Fact, tag="stolen_twist_seen", frozen=True):
    """BF-10.14  Which twist was stolen: only thief and victim know."""

    seat: int
    target: int
    card: TwistCard

    def seen_by(self, viewer: Seat) -> bool:
        return viewer in (self.seat, self.target)


class MixingBegan(Fact, tag="mixing_began", frozen=True):
    """BF-3.1 BF-3.8  These seats mix; who is not among them can't, and sits the round out."""

    seats: list[int]


class CocktailSealed(Fact, tag="cocktail_sealed", frozen=True):
    """BF-3.4  A seat has put its cocktail down; nobody else knows which."""

    seat: int


class CocktailRevealed(Fact, tag="cocktail_revealed", frozen=True):
    """BF-3.6  What a seat has mixed."""

    seat: int
    spirit: SpiritCard
    mixers: list[MixerCard]
    flair: list[Flair]


class CocktailScored(Fact, tag="cocktail_scored", frozen=True):
    """BF-5.1  A cocktail's points and where they come from."""

    seat: int
    bar: Bar
    round: int
    judge: Judge
    spirit_type: Spirit
    mixers: list[MixerCard]
    flair: list[Flair]
    judge_spirit: bool
    judge_recipe: bool
    bar_recipe: bool
    points_spirit: int
    points_mixers: int
    points_judge: int
    points_recipes: int
    points_bonus: int
    points_negative: int
    score: int
    place: int


class JudgeWon(Fact, tag="judge_won", frozen=True):
    """BF-6.1 BF-6.3  The highest score takes the judge; `shared` if it won a tie by its bar."""

    seat: int
    bar: Bar
    judge: Judge
    ribbons: int
    shared: bool


class JudgeDiscarded(Fact, tag="judge_discarded", frozen=True):
    """BF-6.2 BF-3.9  Nobody takes the judge: these seats tied, or nobody had a cocktail."""

    judge: Judge
    ribbons: int
    seats: list[int]
    cause: Literal["tie", "no_cocktail"]


class AwardGiven(Fact, tag="award_given", frozen=True):
    """BF-6.2 BF-6.5  A seat has got an award, for a tie or for the lowest score."""

    seat: int
    bar: Bar
    cause: Literal["tie", "lowest"]
    awards_left: int


class AwardsShort(Fact, tag="awards_short", frozen=True):
    """BF-6.6  Too few awards are left, so these seats get none."""

    seats: list[int]
    cause: Literal["tie", "lowest"]
    awards_left: int


class SpiritReturned(Fact, tag="spirit_returned", frozen=True):
    """BF-9.2  A spirit went from the cocktail back to hand."""

    seat: int
    spirit: SpiritCard


class TableCleared(Fact, tag="table_cleared", frozen=True):
    """BF-8.3  The cards played this round went to the discard piles."""

    round: int
    cards: list[Card]


class RestockSealed(Fact, tag="restock_sealed", frozen=True):
    """BF-8.4  A seat has chosen its decks; nobody else knows which."""

    seat: int


class RestockRevealed(Fact, tag="restock_revealed", frozen=True):
    """BF-8.6  From which decks a seat draws."""

    seat: int
    decks: list[Deck]


class JudgesAdvanced(Fact, tag="judges_advanced", frozen=True):
    """BF-8.10  The judges have moved up: who is on the table now."""

    judges: list[Judge]


class GameWon(Fact, tag="game_won", frozen=True):
    """BF-7.2 BF-7.5  The game is over: enough ribbons, or no judge left."""

    round: int
    cause: Literal["ribbons", "judges"]
    scores: list[int]
    winners: list[int]


class SeatScored(Fact, tag="seat_scored", frozen=True):
    """BF-6.8  What a seat has at the end."""

    seat: int
    bar: Bar
    ribbons: int
    count: int
    won: bool


FACTS: Final[tuple[type[Fact], ...]] = (
    BarChosen,
    StartingSpiritsTaken,
    DeckShuffled,
    CardDrawn,
    CardSeen,
    DrawLost,
    RoundBegan,
    WindowOpened,
    FightPlayed,
    WindowClosed,
    FlairCancelled,
    JudgeSwapped,
    TwistStolen,
    StolenTwistSeen,
    MixingBegan,
    CocktailSealed,
    CocktailRevealed,
    CocktailScored,
    JudgeWon,
    JudgeDiscarded,
    AwardGiven,
    AwardsShort,
    SpiritReturned,
    TableCleared,
    RestockSealed,
    RestockRevealed,
    JudgesAdvanced,
    GameWon,
    SeatScored,
)
