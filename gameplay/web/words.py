"""How are events, choices and facts said to people?

In the game's own words: the name of the thing and its members, seats by who sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from gameplay import log
from gameplay.documents import SeatShown

SEATS: Final = {"seat", "seats", "target", "giver", "receiver", "previous", "winners", "payer", "payee"}
"""Members that hold a seat or a list of them."""
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


def seat_names(seats: Sequence[SeatShown]) -> list[str]:
    """Each seat with who sits there."""
    return [f"seat {seat.seat} ({seat.name or seat.bot or ('erased' if seat.player else 'free')})" for seat in seats]


def spaced(text: str) -> str:
    return text.replace("_", " ").replace("+", " + ")


def title_of(thing: msgspec.Struct) -> str:
    """The name of a choice or a fact: `coins_paid` is `Coins paid`."""
    return spaced(str(thing.__struct_config__.tag or type(thing).__name__)).capitalize()


def said(value: Any, names: Sequence[str], member: str = "") -> str:
    """A value, as the member of this name."""
    match value:
        case None | "" | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            if member in SEATS:
                return names[value] if 0 <= value < len(names) else "none" if value < 0 else f"participant {value}"
            return str(value)
        case list() | tuple():
            return ", ".join(said(each, names, member) for each in value)
        case dict():
            return ", ".join(f"{spaced(str(name))} {said(each, names, str(name))}" for name, each in value.items())
        case msgspec.Struct():
            return in_words(value, names)
        case _:
            return spaced(str(value))


def members(thing: msgspec.Struct, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What a choice or a fact says besides its name."""
    for name in thing.__struct_fields__:
        value = getattr(thing, name)
        if value is not None and value != "":
            yield spaced(name), said(value, names, name)


def in_words(thing: msgspec.Struct, names: Sequence[str]) -> str:
    """A choice or a fact on one line."""
    inner = "; ".join(value if name in ("seat", "type") else f"{name} {value}" for name, value in members(thing, names))
    tagged = thing.__struct_config__.tag is not None
    if not tagged:
        return inner
    return f"{title_of(thing)}: {inner}" if inner else title_of(thing)


def kind_said(kind: str) -> str:
    return KINDS.get(kind, spaced(kind.replace(".", " ")).capitalize())
