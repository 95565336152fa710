"""How are events, choices and facts said to people?

In the game's own words: the name of the thing and its members, seats by who sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from gameplay import log
from gameplay.documents import SeatShown

SEATS: Final = frozenset({"seat", "seats", "target", "giver", "receiver", "previous", "winners"})
"""Members that hold a seat or a list of them, in every game."""
BARS: Final = frozenset({"bar", "source", "to"})
"""Members that name a seat by its bar, in Spooky Bar."""
CARDS: Final = frozenset({"card", "cards", "regular", "wild"})
KINDS: Final = {
    log.GAME_CREATED: "Game created",
    log.SEAT_TAKEN: "Seat taken",
    log.SEAT_LEFT: "Seat left",
    log.SEAT_REPLACED: "Seat taken over",
    log.GAME_STARTED: "Game started",
    log.CHOICE_MADE: "Choice",
    log.DEALER_ANSWERED: "Draw",
    log.CLOCK_WARNED: "Little time left",
    log.CLOCK_EXPIRED: "Time is over",
    log.CLOCK_CORRECTED: "Clock corrected",
    log.DISPUTE_OPENED: "Dispute opened",
    log.DISPUTE_CHANGED: "Dispute went on",
    log.DISPUTE_CLOSED: "Dispute closed",
    log.GAME_REWOUND: "Game rewound",
    log.GAME_PAUSED: "Game paused",
    log.GAME_RESUMED: "Game resumed",
    log.GAME_VOIDED: "Game voided",
    log.RESULT_ADJUDICATED: "Result set by a referee",
    log.GAME_FINISHED: "Game finished",
    log.SECRET_REVEALED: "Secret revealed",
}


class Names(list[str]):
    """What is called how in one game: each participant by seat and who sits there, and the cards that the viewer sees."""

    seats: frozenset[str] = SEATS
    cards: dict[int, str] = {}  # noqa: RUF012 - never changed, replaced


def seat_names(seats: Sequence[SeatShown], rules: str = "", view: Any = None) -> Names:
    """The names for a viewer with this view."""
    names = Names(f"seat {seat.seat} ({seat.name or seat.bot or ('erased' if seat.player else 'free')})" for seat in seats)
    if rules == "spooky_bar":
        names.append("Tom")
        names.seats = SEATS | BARS
        if view is not None and view.hand is not None:
            names.cards = {held.card: spaced(held.action) for held in view.hand.cards}
    return names


def spaced(text: str) -> str:
    return text.replace("_", " ").replace("+", " + ")


def title_of(thing: msgspec.Struct) -> str:
    """The name of a choice or a fact: `coins_paid` is `Coins paid`."""
    return spaced(str(thing.__struct_config__.tag or type(thing).__name__)).capitalize()


def said(value: Any, names: Names, member: str = "") -> str:
    """A value, as the member of this name."""
    match value:
        case None | "" | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            if member in names.seats:
                return names[value] if 0 <= value < len(names) else "none" if value < 0 else f"participant {value}"
            if member in CARDS and value in names.cards:
                return f"{names.cards[value]} ({value})"
            return str(value)
        case list() | tuple():
            return ", ".join(said(each, names, member) for each in value)
        case dict():
            return ", ".join(f"{spaced(str(name))} {said(each, names, str(name))}" for name, each in value.items())
        case msgspec.Struct():
            return in_words(value, names)
        case _:
            return spaced(str(value))


def members(thing: msgspec.Struct, names: Names) -> Iterator[tuple[str, str]]:
    """What a choice or a fact says besides its name; what is empty, false or no number (-1) is left out."""
    for name in thing.__struct_fields__:
        value = getattr(thing, name)
        nothing = value is None or value is False or value in ("", []) or (type(value) is int and value < 0)
        if not nothing:
            yield spaced(name), said(value, names, name)


def in_words(thing: msgspec.Struct, names: Names) -> str:
    """A choice or a fact on one line."""
    inner = "; ".join(value if name in ("seat", "type") else f"{name} {value}" for name, value in members(thing, names))
    tagged = thing.__struct_config__.tag is not None
    if not tagged:
        return inner
    return f"{title_of(thing)}: {inner}" if inner else title_of(thing)


def kind_said(kind: str) -> str:
    return KINDS.get(kind, spaced(kind.replace(".", " ")).capitalize())
