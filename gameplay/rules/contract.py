"""Which words do all games share, and what must a game provide?

A game is data (`State`) plus frames that say what is still to be done. A `Step` runs by itself; a `Decision` waits for
one seat, a `GroupDecision` for several at once. Seats answer with a `Choice`; the fold tells a `Fact` for each thing
that happened. The dealer is a seat too: shuffles, rolls and random picks are its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self, TypeAlias, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from .chance import Chance

Seat: TypeAlias = int

DEALER: Final[Seat] = -1
"""The seat that answers every shuffle, roll and random pick."""
SPECTATOR: Final[Seat] = -2
"""A viewer without a seat, who may see what is public and nothing else."""
REFEREE: Final[Seat] = -3
"""A viewer who may see everything of the state."""
EVERYBODY: Final[Seat] = -4
"""All seats together: `redeal` for them deals anew only what no seat can see."""


class Choice(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat, or the dealer, may answer. JSON: `{"type": "bid", "guest": "worker"}`."""

    def canonical(self) -> Self:
        """The one form of this choice that is offered, for choices with lists whose order means nothing."""
        return self


class Fact(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """One thing that happened while folding. Never stored: the fold makes it again."""

    def seen_by(self, viewer: Seat) -> bool:
        """May this viewer (a seat or SPECTATOR) know it? The referee knows every fact without being asked."""
        return True


Tell: TypeAlias = Callable[[Fact], object]


class Illegal(Exception):
    """A choice that is refused: a stable code, the clause that refuses it and a sentence."""

    def __init__(self, code: str, clause: str, detail: str) -> None:
        super().__init__(f"{code} ({clause}): {detail}")
        self.code = code
        self.clause = clause
        self.detail = detail


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One member of a choice in a `Form`: `pick` says how a client fills it from `values`.

    `one`: one of the values, or with `least` 0 the member left out; `some`: from `least` to `most` of the values, each as
    often as it is listed, in their order; `text`: any string of `least` to `most` characters. A dot in the name leads into a
    member of a member, or by number into a list: `messages.0.kind`.
    """

    name: str
    pick: str
    values: list[bool | int | str]
    least: int = 1
    most: int = 1


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a client can build a member of a large set of choices without listing it."""

    choice: str
    """The `type` of the choice that this form builds."""
    fields: list[Field]
    rule: str
    """In one sentence: which combinations of the fields are offered."""


@runtime_checkable
class Options(Protocol):
    """The legal choices of one seat at one decision: a list, or an object such as `LargeOptions`."""

    def __contains__(self, choice: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Choice]: ...
    def __len__(self) -> int: ...


class LargeOptions:
    """Options too many to list: members are tested in constant time, listed lazily, counted and drawn without listing."""

    def __contains__(self, choice: object) -> bool:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Choice]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def draw(self, chance: Chance) -> Choice:
        """One member, each equally likely."""
        raise NotImplementedError

    def forms(self) -> list[Form]:
        """The same set, described for a client."""
        raise NotImplementedError


class Frame(msgspec.Struct, tag_field="frame"):
    """Something still to be done. Frames live in `state.stack`; the last one is next."""

    waits: ClassVar[bool] = False
    group: ClassVar[bool] = False
    clause: ClassVar[str] = ""
    """The first word of the docstring: the rule this frame carries out."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__doc__:
            cls.clause = cls.__doc__.split(None, 1)[0]


class Step(Frame):
    """An automatic part of the rules: taken off the stack, then run."""

    def run(self, s: Any, tell: Tell) -> None:
        raise NotImplementedError


class _Asked(Frame, kw_only=True):
    n: int = 0


class Decision(_Asked):
    """Waits for one seat. `n` is the running number of the question to that seat, 0 before it is asked."""

    waits: ClassVar[bool] = True
    automatic: ClassVar[bool] = False
    """Compulsory, so that a single legal answer may be taken without asking (and is recorded all the same)."""

    seat: Seat

    def options(self, s: Any, seat: Seat) -> Options:
        """The legal choices, never empty. Changes nothing."""
        raise NotImplementedError

    def answer(self, s: Any, seat: Seat, choice: Any, tell: Tell) -> None:
        """Apply a choice that was found legal. The decision is off the stack already."""
        raise NotImplementedError

    def why_not(self, s: Any, seat: Seat, choice: Any) -> Illegal | None:
        """The precise reason of a refusal, built only from what that seat may know; None for the general one."""
        return None


class _Waiting(Frame, kw_only=True):
    waiting: dict[Seat, int] | None = None


class GroupDecision(_Waiting):
    """Waits for several seats at once. `waiting` maps each seat still to answer to the number of its question."""

    waits: ClassVar[bool] = True
    group: ClassVar[bool] = True
    automatic: ClassVar[bool] = False

    seats: list[Seat]

    def options(self, s: Any, seat: Seat) -> Options:
        """The legal choices of one seat, never empty. Changes nothing."""
        raise NotImplementedError

    def answer(self, s: Any, seat: Seat, choice: Any, tell: Tell) -> None:
        """Apply a legal choice. The seat is no longer waited for, unless `kernel.ask_again` is called."""
        raise NotImplementedError

    def closed(self, s: Any, tell: Tell) -> None:
        """What follows when nobody is waited for any more, if not just the next frame. The frame is off the stack already."""

    def why_not(self, s: Any, seat: Seat, choice: Any) -> Illegal | None:
        """The precise reason of a refusal, built only from what that seat may know; None for the general one."""
        return None

    def answered(self, s: Any, seat: Seat) -> Illegal | None:
        """The refusal for a seat of this frame that has finished answering; None for the general one."""
        return None

    def idle(self, s: Any, seat: Seat) -> bool:
        """Is this seat asked though nothing waits for its answer (an action possible at any time)? Known to everybody."""
        return False


class State(msgspec.Struct, kw_only=True):
    """What every game's state has. All else is plain ints, strings, lists and dicts in a fixed order."""

    stack: list[Frame] = msgspec.field(default_factory=list)
    asked: list[int] = msgspec.field(default_factory=list)
    """How many questions each seat has been asked; the last entry is the dealer's."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: points of each participant, in seat order, and the seats that won."""

    scores: list[int]
    winners: list[int]


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a game may set; every member has a default."""


class Edition(msgspec.Struct, frozen=True):
    """One edition of a game's card data: `digest` is the SHA-256 of its canonical JSON, `deck` the data itself."""

    name: str
    digest: str
    deck: dict[str, Any]


Bot: TypeAlias = "Callable[[Any, Seat, Options, Chance], Choice]"
"""(what the seat may see, seat, its options, chance) -> its choice."""


@dataclass(frozen=True)
class Standing:
    """An answer that a seat may leave behind, to be given for it whenever it is asked, for as long as the mark is the same."""

    text: str
    """In one sentence: what is answered, and how long."""
    mark: Callable[[Any], str]
    """(state) -> a mark made of what everybody may know; the answer stands until it changes."""
    answer: Callable[[Any, Seat], Choice | None]
    """(state, seat) -> its answer to the question that is open now, None if the standing answer is none to it."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All that the rest of the project may ask of a game."""

    name: str
    title: str
    version: int
    prefix: str
    """Of the clause ids, such as `SB-`."""
    text: str
    """The specification, RULES.md."""
    seats: range
    options: type[GameOptions]
    editions: Mapping[str, Edition]
    edition: str
    """The one that new games use."""
    state: type[State]
    frames: tuple[type[Frame], ...]
    choices: tuple[type[Choice], ...]
    answers: tuple[type[Choice], ...]
    """What the dealer may answer."""
    facts: tuple[type[Fact], ...]
    view_type: type[msgspec.Struct]
    setup: Callable[[int, Any, Edition], Any]
    """(number of seats, options, edition) -> the first state, not yet settled. Raises Illegal `bad_config`."""
    view: Callable[[Any, Seat], msgspec.Struct]
    """(state, viewer) -> what that viewer may see, built field by field."""
    redact: Callable[[Choice, Seat, Seat], Choice | None]
    """(choice, seat that made it, viewer) -> the choice as that viewer may see it, None if it may not."""
    redeal: Callable[[Any, Seat, Chance], Any]
    """(state, viewer, chance) -> another state, equally possible for that viewer: all it can't see dealt anew."""
    result: Callable[[Any], Result]
    """(state of a game that is over) -> its result."""
    scores: Callable[[Any], list[int]]
    """(state) -> each seat's points as far as they are public now."""
    bots: Mapping[str, Bot] = field(default_factory=dict)
    standing: Mapping[str, Standing] = field(default_factory=dict)
    """The answers that a seat may leave behind, by what they are called."""
    cooperative: bool = False
    """Do all seats win or lose together?"""


def tags(types: Iterable[type[msgspec.Struct]]) -> dict[str, type[msgspec.Struct]]:
    """The types by the value of their `type` (or `frame`) member, in the order given."""
    return {str(t.__struct_config__.tag): t for t in types}


def as_list(options: Options, limit: int | None = None) -> Sequence[Choice]:
    """The choices as a list, at most `limit` of them."""
    if isinstance(options, list) and (limit is None or len(options) <= limit):
        return options
    found: list[Choice] = []
    for choice in options:
        if limit is not None and len(found) >= limit:
            break
        found.append(choice)
    return found
