"""What can happen in Spooky Bar, and who may know it?"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from gameplay.rules.contract import Fact, Seat

from .choices import Action, Colour, Guest
from .columns import FIELDS as FIELDS

Outcome: TypeAlias = Literal["void", "once", "twice", "pink", "unused"]


class GameBegan(Fact, tag="game_began", frozen=True):
    """SB-2.6  A game of the series begins, with this event."""

    game: int
    event: int


class GuestsSeated(Fact, tag="guests_seated", frozen=True):
    """SB-2.2  The guests of a bar have taken their places."""

    bar: int
    guests: list[Guest]


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True):
    """SB-8.4  A new draw pile of so many cards has been shuffled."""

    count: int
    reshuffle: bool


class CardsDrawn(Fact, tag="cards_drawn", frozen=True):
    """SB-8.3  A seat has drawn cards from the pile: how many, not which."""

    seat: int
    count: int
    hand_size: int


class HandDrawn(Fact, tag="hand_drawn", frozen=True):
    """SB-9.7  Which cards a seat has drawn: for its eyes only."""

    seat: int
    cards: list[int]

    def seen_by(self, viewer: Seat) -> bool:
        return viewer == self.seat


class DrinksAdded(Fact, tag="drinks_added", frozen=True):
    """SB-5.1  A guest has got drinks, at setup, served or doubled by the Beauty."""

    seat: int
    guest: Guest
    drinks: int
    cause: Literal["setup", "serve", "beauty"]


class RoundBegan(Fact, tag="round_began", frozen=True):
    """SB-3.1  Everybody chooses cards now."""

    round: int


class FiveDiscarded(Fact, tag="five_discarded", frozen=True):
    """SB-3.8  A seat has shown five of a kind and draws five others."""

    seat: int
    action: Action
    cards: list[int]


class CardsChosen(Fact, tag="cards_chosen", frozen=True):
    """SB-9.5  A seat has chosen its cards; nobody else knows which."""

    seat: int


class CardsRevealed(Fact, tag="cards_revealed", frozen=True):
    """SB-3.5  What a seat has chosen: two cards, or one card and a trio."""

    seat: int
    cards: list[int]
    trio: list[int]


class TomDrew(Fact, tag="tom_drew", frozen=True):
    """SB-7.3  A card was drawn for Tom; it lies on one side of him, or is discarded if it repeats his first."""

    card: int
    action: Action
    side: int
    kept: bool


class EventCardShown(Fact, tag="event_card_shown", frozen=True):
    """SB-6.8  The extra card of event 8."""

    card: int
    action: Action


class WildNamed(Fact, tag="wild_named", frozen=True):
    """SB-4.9  The owner of a wild has named its action."""

    seat: int
    card: int
    action: Action


class CardResolved(Fact, tag="card_resolved", frozen=True):
    """SB-4.3  A card has come up: what the count makes of it."""

    seat: int
    card: int
    action: Action
    wild: bool
    copies: int
    outcome: Outcome


class ActionImpossible(Fact, tag="action_impossible", frozen=True):
    """SB-4.5  An action, or its repetition, could not be carried out."""

    seat: int
    action: Action


class GuestLeft(Fact, tag="guest_left", frozen=True):
    """SB-5.3  A guest was bid goodbye and lies beside the bar with its drinks."""

    seat: int
    guest: Guest
    drinks: int


class FavourUsed(Fact, tag="favour_used", frozen=True):
    """SB-5.5  The favour of the guest who left is used; `card` is the Worker's discard."""

    seat: int
    guest: Guest
    card: int


class FavourDeclined(Fact, tag="favour_declined", frozen=True):
    """SB-5.5  The favour of the guest who left is not wanted."""

    seat: int
    guest: Guest


class FavourLost(Fact, tag="favour_lost", frozen=True):
    """SB-9.3  The favour of the guest who left can't be used."""

    seat: int
    guest: Guest


class GhostCaptured(Fact, tag="ghost_captured", frozen=True):
    """SB-5.7  A ghost was bottled."""

    seat: int
    colour: Colour
    cause: Literal["capture", "ghost_hunter"]


class GhostMoved(Fact, tag="ghost_moved", frozen=True):
    """SB-5.9  A ghost was moved to a bar."""

    seat: int
    colour: Colour
    source: int
    bar: int


class GhostArrived(Fact, tag="ghost_arrived", frozen=True):
    """SB-5.13  A ghost came from the graveyard, not by a Move."""

    bar: int
    colour: Colour
    cause: Literal["setup", "summon", "witch", "event"]


class GuestScared(Fact, tag="guest_scared", frozen=True):
    """SB-5.17  A guest of a haunted bar has fled with its drinks."""

    seat: int
    bar: int
    guest: Guest
    drinks: int
    taken: bool


class GhostsReturned(Fact, tag="ghosts_returned", frozen=True):
    """SB-5.20  All ghosts above a bar went back to the graveyard."""

    bar: int
    white: int
    pink: int


class TokenTaken(Fact, tag="token_taken", frozen=True):
    """SB-6.4  A seat has taken the event token."""

    seat: int
    previous: int


class RoundEnded(Fact, tag="round_ended", frozen=True):
    """SB-8.1  The played cards went to the discard pile; `seats` are those whose bar is empty."""

    round: int
    seats: list[int]


class SeatScored(Fact, tag="seat_scored", frozen=True):
    """SB-8.5  What a ranked participant has earned in the game that ended."""

    seat: int
    coins: int
    white: int
    pink: int
    guests_beside: int
    drinks: int
    token: bool
    guests_left: int
    total: int
    won: bool


class GameScored(Fact, tag="game_scored", frozen=True):
    """SB-8.6  A game of the series is over."""

    game: int
    round: int
    winners: list[int]


class SeriesScored(Fact, tag="series_scored", frozen=True):
    """SB-8.7  The series, or the single game, is over."""

    totals: list[int]
    winners: list[int]


FACTS: Final[tuple[type[Fact], ...]] = (
    GameBegan,
    GuestsSeated,
    DeckShuffled,
    CardsDrawn,
    HandDrawn,
    DrinksAdded,
    RoundBegan,
    FiveDiscarded,
    CardsChosen,
    CardsRevealed,
    TomDrew,
    EventCardShown,
    WildNamed,
    CardResolved,
    ActionImpossible,
    GuestLeft,
    FavourUsed,
    FavourDeclined,
    FavourLost,
    GhostCaptured,
    GhostMoved,
    GhostArrived,
    GuestScared,
    GhostsReturned,
    TokenTaken,
    RoundEnded,
    SeatScored,
    GameScored,
    SeriesScored,
)
