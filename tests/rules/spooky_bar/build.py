"""How does a test come by the table that it wants?

`table()` gives a game in its first choose phase with bare bars; `choose()` and `reveal()` put cards on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Fact
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar.choices import (
    GUESTS,
    ChoosePair,
    ChooseWild,
    DeckOrder,
    EventDraw,
    GuestOrder,
    PlaceSetupDrink,
)
from gameplay.rules.spooky_bar.series import EndGame
from gameplay.rules.spooky_bar.state import State, ghosts

EMPTY: dict[str, int] = {}


def opened(seats: int = 3, *, event_drawn: int = 1, deck: Sequence[int] | None = None, **options: Any) -> State:
    """A game right after the deal: guests in the order of the rulebook, the cards from 1 up."""
    s = RULES.setup(seats, msgspec.convert(options, RULES.options), RULES.editions["house-1"])
    kernel.settle(s, kernel.ignore)
    deal(s, event_drawn=event_drawn, deck=deck)
    return s


def deal(s: State, *, event_drawn: int = 1, deck: Sequence[int] | None = None) -> None:
    """Answer for the dealer until a seat is asked."""
    while DEALER in kernel.awaiting(s):
        frame = kernel.decision(s)
        answer = {
            "draw_event": EventDraw(event_drawn),
            "seat_guests": GuestOrder(list(GUESTS)),
            "shuffle_deck": DeckOrder(list(deck or range(1, 56))),
            "reshuffle": DeckOrder(sorted(s.discard)),
        }[frame.__struct_config__.tag]
        kernel.evolve(s, DEALER, answer, kernel.ignore)


def table(
    seats: int = 3,
    *,
    bars: Mapping[int, Mapping[str, Any]] = {},
    hands: Mapping[int, Sequence[int]] = {},
    pile: Sequence[int] = (),
    event: int = 0,
    token: int = DEALER,
    **options: Any,
) -> State:
    """A game in its first choose phase: guests without drinks, no ghosts, but for what `bars` says.

    `bars` maps a seat to {"guests": {guest: drinks}, "ghosts": {colour: number}, "beside": {...}}; the named cards are in
    these hands or on top of the pile, all others wherever there is room.
    """
    s = opened(seats, **{"event": event or "none", **options})
    while s.phase == "setup":
        kernel.evolve(s, next(iter(kernel.awaiting(s))), PlaceSetupDrink("worker"), kernel.ignore)
    for seat, bar in enumerate(s.bars):
        given = bars.get(seat, {})
        bar.guests = dict(given.get("guests", dict.fromkeys(GUESTS, 0)))
        bar.counter = [*bar.guests, *(guest for guest in GUESTS if guest not in bar.guests)]
        bar.ghosts = ghosts(**given.get("ghosts", EMPTY))
        beside = given.get("beside", {})
        bar.beside.guests = list(beside.get("guests", []))
        bar.beside.drinks = beside.get("drinks", 0)
        bar.beside.ghosts = ghosts(beside.get("white", 0), beside.get("pink", 0))
    s.token = token
    give(s, hands, pile)
    return s


def give(s: State, hands: Mapping[int, Sequence[int]], pile: Sequence[int] = ()) -> None:
    """These cards are in these hands, those on top of the pile; other hands keep five of the rest, lowest first."""
    named = [card for hand in hands.values() for card in hand] + list(pile)
    rest = [card for card in range(1, 56) if card not in named and card not in s.discard]
    for seat in range(s.humans):
        if seat in hands:
            s.hands[seat] = list(hands[seat])
        else:
            s.hands[seat], rest = rest[:5], rest[5:]
    s.pile = [*pile, *rest]


def choice_of(play: Sequence[int] | Mapping[str, Any]) -> ChoosePair | ChooseWild:
    """[a, b] or {"regular": a, "wild": [x, y, z]} as a choice."""
    if isinstance(play, Mapping):
        return ChooseWild(play["regular"], sorted(play["wild"]))
    return ChoosePair(sorted(play))


def cards_of(play: Sequence[int] | Mapping[str, Any]) -> list[int]:
    """All cards of a play."""
    return [play["regular"], *play["wild"]] if isinstance(play, Mapping) else list(play)


def reveal(
    s: State,
    plays: Sequence[Sequence[int] | Mapping[str, Any]],
    *,
    drawn: Sequence[int] = (),
    keep: Mapping[int, Sequence[int]] = {},
    tell: Any = kernel.ignore,
) -> list[Fact]:
    """Every seat plays these cards, which it holds beside those of `keep`; `drawn` comes from the pile for Tom and event 8.

    Returns the facts told until the first decision.
    """
    mine = {seat: [*cards_of(play), *keep.get(seat, ())] for seat, play in enumerate(plays)}
    named = [card for hand in mine.values() for card in hand] + list(drawn)
    spare = iter([card for card in range(55, 0, -1) if card not in named])
    for seat, hand in mine.items():
        if seat not in keep:
            hand += [next(spare) for _ in range(5 - len(hand))]
    give(s, mine, drawn)
    told: list[Fact] = []

    def listen(fact: Fact) -> None:
        told.append(fact)
        tell(fact)

    for seat, play in enumerate(plays):
        answer(s, seat, choice_of(play), listen)
    return told


def answer(s: State, seat: int, choice: Any, tell: Any = kernel.ignore) -> list[Fact]:
    """The seat makes a choice that must be legal. Returns what was told."""
    kernel.decide(s, seat, choice)
    told: list[Fact] = []

    def listen(fact: Fact) -> None:
        told.append(fact)
        tell(fact)

    kernel.evolve(s, seat, choice, listen)
    return told


def asked(s: State) -> str:
    """What is asked now."""
    return str(kernel.decision(s).__struct_config__.tag) if s.stack else "nothing"


def offered(s: State, seat: int) -> list[Any]:
    """What this seat may answer now."""
    assert seat in kernel.awaiting(s)
    return list(kernel.options(s, seat))


def refusal(s: State, seat: int, choice: Any) -> str:
    """The code with which a choice is refused; the state must not change."""
    from gameplay.rules.contract import Illegal

    before = kernel.dump(s)
    try:
        kernel.decide(s, seat, choice)
    except Illegal as illegal:
        assert kernel.dump(s) == before
        return illegal.code
    return "accepted"


def end_game(s: State) -> list[Fact]:
    """The game is scored as the table lies. Returns what was told."""
    s.stack = [EndGame()]
    told: list[Fact] = []
    kernel.settle(s, told.append)
    return told
