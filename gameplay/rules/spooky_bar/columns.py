"""What do the fields of the facts mean? Statistics show them as columns."""

from __future__ import annotations

from typing import Final

FIELDS: Final[dict[str, str]] = {
    "action": "the action of the card, for a wild the named one",
    "bar": "the seat whose bar it happens at",
    "card": "the value of the card; 0 where no card is meant",
    "cards": "values of cards, lowest first",
    "cause": "what made it happen",
    "coins": "coins of the game that has ended",
    "colour": "the colour of the ghost",
    "copies": "showing cards of the action when the card came up, itself included",
    "count": "how many cards",
    "drinks": "drinks: added, taken along or lying beside the bar",
    "event": "the event of this game, 1 to 8; 0 for none",
    "game": "the number of the game in the series, from 1",
    "guest": "the type of the guest",
    "guests": "types of guests, from the left",
    "guests_beside": "guests lying beside the bar",
    "guests_left": "guests still in the bar",
    "hand_size": "cards in the hand afterwards",
    "kept": "whether the card stays on the table",
    "outcome": "void, once, twice, pink (one pink ghost) or unused (the card of event 8)",
    "pink": "pink ghosts",
    "previous": "the seat that held the token before; -1 for none",
    "reshuffle": "whether the discard pile was shuffled, false for the first shuffle of a game",
    "round": "the number of the round in the game, from 1",
    "seat": "the participant who acts (Tom is 2); -1 for the card of event 8",
    "seats": "the seats it is about",
    "side": "the neighbour on whose side Tom's card lies",
    "source": "the bar that the ghost comes from; -1 for the graveyard",
    "taken": "whether the guest goes beside the scarer's bar; false when it leaves the game",
    "token": "whether the seat holds the event token",
    "total": "coins of the series so far, this game included",
    "totals": "coins of the series, by seat",
    "trio": "the three cards of a wild, lowest first; empty without one",
    "white": "white ghosts",
    "wild": "whether the card is a wild",
    "winners": "the seats that won",
    "won": "whether the seat won, alone or not",
}
"""What the fields of all facts mean; a name means the same, and has the same type, wherever it stands."""
