"""What is the smallest game that uses every part of the kernel?

Hedge: each seat secretly takes 1 or 2 from a shuffled row, all at once (a seat may look once, which asks it anew); then the
last seat pays one coin if it has only one way to, or names a victim.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gameplay.rules.chance import Chance, Orders, shuffled
from gameplay.rules.contract import (
    DEALER,
    EVERYBODY,
    REFEREE,
    Choice,
    Decision,
    Edition,
    Fact,
    GameOptions,
    GroupDecision,
    Illegal,
    Options,
    Result,
    Rules,
    Seat,
    State,
    Step,
    Tell,
)
from gameplay.rules.kernel import ask_again, then


class Look(Choice, tag="look"):
    pass


class Take(Choice, tag="take"):
    count: int


class Blame(Choice, tag="blame"):
    seat: int


class Shuffled(Choice, tag="shuffle"):
    row: list[int]


class Looked(Fact, tag="looked"):
    seat: int
    top: int

    def seen_by(self, viewer: Seat) -> bool:
        return viewer == self.seat


class Taken(Fact, tag="taken"):
    counts: list[int]


class ToyOptions(GameOptions, frozen=True):
    cards: int = 6


class Toy(State):
    row: list[int]
    looked: list[bool]
    taken: list[int]
    coins: list[int]


class ShuffleRow(Decision, tag="shuffle_row"):
    """TOY-1  The row is shuffled."""

    def options(self, s: Toy, seat: Seat) -> Options:
        return Orders(s.row, Shuffled, "row")

    def answer(self, s: Toy, seat: Seat, choice: Any, tell: Tell) -> None:
        s.row = list(choice.row)


class TakeCards(GroupDecision, tag="take_cards"):
    """TOY-2  All take at once."""

    def options(self, s: Toy, seat: Seat) -> Options:
        return ([] if s.looked[seat] else [Look()]) + [Take(count=1), Take(count=2)]

    def answer(self, s: Toy, seat: Seat, choice: Any, tell: Tell) -> None:
        match choice:
            case Look():
                s.looked[seat] = True
                tell(Looked(seat=seat, top=s.row[0]))
                ask_again(s, self, seat)
            case Take(count):
                s.taken[seat] = count

    def why_not(self, s: Toy, seat: Seat, choice: Any) -> Illegal | None:
        return Illegal("too_many", "TOY-2", "Take one or two.") if isinstance(choice, Take) else None

    def answered(self, s: Toy, seat: Seat) -> Illegal | None:
        return Illegal("already_chosen", "TOY-2", "This seat has taken.")

    def closed(self, s: Toy, tell: Tell) -> None:
        tell(Taken(counts=s.taken.copy()))
        then(s, Pay(), BlameOne(seat=len(s.coins) - 1))


class Pay(Step, tag="pay"):
    """TOY-3  Each seat is paid what it took."""

    def run(self, s: Toy, tell: Tell) -> None:
        for seat, count in enumerate(s.taken):
            s.coins[seat] += sum(s.row[seat * 2 : seat * 2 + count])


class BlameOne(Decision, tag="blame_one"):
    """TOY-4  The last seat blames another, who loses a coin."""

    automatic = True

    def options(self, s: Toy, seat: Seat) -> Options:
        return [Blame(seat=other) for other in range(len(s.coins)) if other != seat]

    def answer(self, s: Toy, seat: Seat, choice: Any, tell: Tell) -> None:
        s.coins[choice.seat] -= 1


class ToyView(msgspec.Struct, tag_field="type", tag="toy", forbid_unknown_fields=True):
    coins: list[int]
    top: int | None


def setup(seats: int, options: ToyOptions, edition: Edition) -> Toy:
    s = Toy(
        asked=[0] * (seats + 1),
        row=list(range(options.cards)),
        looked=[False] * seats,
        taken=[0] * seats,
        coins=[0] * seats,
    )
    then(s, ShuffleRow(seat=DEALER), TakeCards(seats=list(range(seats))))
    return s


def view(s: Toy, viewer: Seat) -> ToyView:
    knows = viewer == REFEREE or (viewer >= 0 and s.looked[viewer])
    return ToyView(coins=s.coins.copy(), top=s.row[0] if knows else None)


def redact(choice: Choice, seat: Seat, viewer: Seat) -> Choice | None:
    return choice if viewer in (seat, REFEREE) or isinstance(choice, Blame) else None


def redeal(s: Toy, viewer: Seat, chance: Chance) -> Toy:
    other = msgspec.convert(msgspec.to_builtins({**{f: getattr(s, f) for f in s.__struct_fields__}, "stack": []}), Toy)
    other.stack = list(s.stack)
    if viewer == REFEREE or (viewer == EVERYBODY and any(s.looked)) or (viewer >= 0 and s.looked[viewer]):
        other.row = s.row[:1] + shuffled(s.row[1:], chance)
    else:
        other.row = shuffled(s.row, chance)
    return other


RULES = Rules(
    name="toy",
    title="Hedge",
    version=1,
    prefix="TOY-",
    text="",
    seats=range(2, 5),
    options=ToyOptions,
    editions={"one": Edition(name="one", digest="", deck={})},
    edition="one",
    state=Toy,
    frames=(ShuffleRow, TakeCards, Pay, BlameOne),
    choices=(Look, Take, Blame),
    answers=(Shuffled,),
    facts=(Looked, Taken),
    view_type=ToyView,
    setup=setup,
    view=view,
    redact=redact,
    redeal=redeal,
    result=lambda s: Result(scores=s.coins, winners=[i for i, c in enumerate(s.coins) if c == max(s.coins)]),
    scores=lambda s: s.coins,
)
