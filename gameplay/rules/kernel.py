"""How does any game go on: what is asked, what is refused, what happens with an answer?

`decide` refuses or accepts and changes nothing. `evolve` applies an accepted answer without checking it again, because
the log is trusted; it is the whole of the fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import msgspec

from .chance import Chance, draw
from .contract import (
    DEALER,
    Choice,
    Decision,
    Fact,
    Frame,
    GroupDecision,
    Illegal,
    LargeOptions,
    Options,
    Rules,
    Seat,
    State,
    Tell,
)

Tally: TypeAlias = tuple[int, frozenset[str]]
"""How many choices, and the `type` of each, once."""


def ignore(fact: Fact) -> None:
    """The listener of a fold that needs no facts."""


def then(s: State, *frames: Frame) -> None:
    """Queue frames before all that is pending, to be done in the order written."""
    s.stack.extend(frames[::-1])


def settle(s: State, tell: Tell) -> None:
    """Run steps until a decision is on top, or the game is over (nothing is left to do)."""
    stack = s.stack
    while stack:
        top: Any = stack.pop()
        if not top.waits:
            top.run(s, tell)
        elif not top.group:
            if not top.n:
                top.n = s.asked[top.seat] = s.asked[top.seat] + 1
            stack.append(top)
            return
        else:
            if top.waiting is None:
                top.waiting = {seat: ask(s, seat) for seat in top.seats}
            if top.waiting:
                stack.append(top)
                return
            top.closed(s, tell)


def ask(s: State, seat: Seat) -> int:
    """The number of a new question to this seat."""
    s.asked[seat] += 1
    return s.asked[seat]


def ask_again(s: State, frame: GroupDecision, seat: Seat) -> None:
    """Wait for this seat (again) in an open group decision, with a new question: an older answer does not fit it."""
    if frame.waiting is not None:
        frame.waiting[seat] = ask(s, seat)


def ask_anew(s: State, asked: list[int]) -> None:
    """Number the open questions anew, after `asked` questions to each seat: no answer to an earlier one fits them.

    The dealer's count stays: the same question of the same game has the same answer.
    """
    for seat in range(len(s.asked) - 1):
        s.asked[seat] = max(s.asked[seat], asked[seat])
    if not s.stack:
        return
    top: Any = s.stack[-1]
    if top.group:
        top.waiting = {seat: ask(s, seat) for seat in top.waiting}
    else:
        top.n = ask(s, top.seat)


def awaiting(s: State) -> dict[Seat, int]:
    """The seats that are asked now, each with the number of its question; empty when the game is over."""
    if not s.stack:
        return {}
    top: Any = s.stack[-1]
    waiting: dict[Seat, int] = top.waiting if top.group else {top.seat: top.n}
    return waiting


def due(s: State) -> list[Seat]:
    """Those of the seats that are asked without whose answer the game can't go on: the others may answer and need not."""
    if not s.stack:
        return []
    top: Any = s.stack[-1]
    return [seat for seat in top.waiting if not top.idle(s, seat)] if top.group else [top.seat]


def decision(s: State) -> Any:
    """The frame that is open now. The game must not be over."""
    return s.stack[-1]


def options(s: State, seat: Seat) -> Options:
    """The legal choices of a seat that is asked."""
    found: Options = decision(s).options(s, seat)
    return found


def offered(s: State, seat: Seat) -> Tally:
    """What a seat that is asked may answer, counted. A frame that can count without making the choices has a `tally` of its own."""
    frame = decision(s)
    quicker: Callable[[Any, Seat], Tally] | None = getattr(frame, "tally", None)
    return tally(frame.options(s, seat)) if quicker is None else quicker(s, seat)


def tally(options: Options) -> Tally:
    """How many choices these are, and of which types. All that may be said counts as one choice: it changes nothing on the table.

    Options that know it more quickly than by their forms have a `tally` of their own.
    """
    if isinstance(options, list):
        return len(options), types_named(frozenset(map(type, options)))
    quicker: Callable[[], Tally] | None = getattr(options, "tally", None)
    if quicker is not None:
        return quicker()
    assert isinstance(options, LargeOptions)
    return len(options), frozenset(form.choice for form in options.forms())


def tallied(parts: Iterable[Options]) -> Tally:
    """The tally of several sets of choices that have nothing in common."""
    count, types = 0, frozenset[str]()
    for part in parts:
        more, kinds = tally(part)
        count, types = count + more, types | kinds
    return count, types


@cache
def types_named(types: frozenset[type[Choice]]) -> frozenset[str]:
    """These types of choices, as JSON names them."""
    return frozenset(str(each.__struct_config__.tag) for each in types)


def decide(s: State, seat: Seat, choice: Choice) -> None:
    """Accept the choice by returning, or raise `Illegal`. Changes nothing."""
    if not s.stack:
        raise Illegal("game_over", "", "The game is over.")
    frame = decision(s)
    if seat not in awaiting(s):
        refusal: Illegal | None = None
        if isinstance(frame, GroupDecision) and seat in frame.seats:
            refusal = frame.answered(s, seat)
        raise refusal or Illegal("not_your_decision", frame.clause, "This seat is not asked now.")
    if choice in frame.options(s, seat):
        return
    raise frame.why_not(s, seat, choice) or Illegal(
        "choice_not_offered", frame.clause, "This is not one of the choices offered to this seat."
    )


def evolve(s: State, seat: Seat, choice: Choice, tell: Tell) -> None:
    """Apply an accepted choice of a seat or of the dealer, then go on to the next decision."""
    stack = s.stack
    frame: Any = stack[-1]
    if frame.group:
        del frame.waiting[seat]
    else:
        stack.pop()
    frame.answer(s, seat, choice, tell)
    settle(s, tell)


def forced(s: State) -> tuple[Seat, Choice] | None:
    """The seat and its only legal answer, if the open decision is compulsory and leaves no choice."""
    if not s.stack:
        return None
    frame = decision(s)
    if not frame.automatic or not isinstance(frame, Decision) or frame.seat == DEALER:
        return None
    found = frame.options(s, frame.seat)
    if isinstance(found, LargeOptions) or len(found) != 1:
        return None
    return frame.seat, next(iter(found))


def dealer_answer(s: State, chance: Chance) -> Choice:
    """The dealer's answer to the open decision, drawn fairly."""
    return draw(options(s, DEALER), chance)


def dump(s: State) -> bytes:
    """The state as JSON, the same bytes for the same state."""
    return msgspec.json.encode(s)


def load(rules: Rules, raw: bytes) -> Any:
    """The state that `dump` wrote."""
    members = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    frames = members.pop("stack")
    s = msgspec.json.decode(msgspec.json.encode(members), type=rules.state)
    union: Any = frame_union(rules)
    s.stack = msgspec.json.decode(frames, type=list[union])
    return s


def frame_union(rules: Rules) -> Any:
    """The type of any frame of this game."""
    union: Any = rules.frames[0]
    for frame in rules.frames[1:]:
        union = union | frame
    return union
