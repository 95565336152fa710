"""How does a test come by the table that it wants?

`Table` is a game in the middle of a night or day: rooms, dice, hands and scores are laid out by name, then `at()` says who
is asked. `answer`, `refusal` and `offered` act on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, Fact, Frame, Illegal
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel.buying import BeginDay, BuyingTurn
from gameplay.rules.ghostel.calming import CalmDown
from gameplay.rules.ghostel.cards import CARDS
from gameplay.rules.ghostel.flow import BeginNight, Refill
from gameplay.rules.ghostel.haunting import BeginLap, GhostTurn, Retreat
from gameplay.rules.ghostel.rolling import KeepThree
from gameplay.rules.ghostel.scoring import ScoreRoom
from gameplay.rules.ghostel.state import ROOMS, Die, State

DECK = CARDS["house-1"]
GUESTS = {guest.name: guest.id for guest in DECK.guests.values()}
PLAIN = [guest.id for guest in DECK.guests.values() if guest.ability is None]


def created(seats: int = 3, **options: Any) -> State:
    """A game before the first shuffle."""
    return RULES.setup(seats, msgspec.convert(options, RULES.options), RULES.editions["house-1"])


class Table:
    """A game without cards in hand, dice or tokens on the board; the rooms hold guests without ability."""

    def __init__(self, seats: int = 3, *, night: int = 2, guests: Mapping[int, str] = {}, **options: Any) -> None:
        self.s = s = created(seats, **options)
        s.stack = []
        s.night = night
        named = [GUESTS[name] for name in guests.values()]
        spare = iter([guest for guest in PLAIN if guest not in named])
        for room in ROOMS:
            s.rooms[room].guest = GUESTS[guests[room]] if room in guests else next(spare)
        here = [room.guest for room in s.rooms.values()]
        s.guests = [guest for guest in s.guests if guest not in here]
        self.told: list[Any] = []

    # ---- laying out

    def order(self, *ghosts: str) -> Table:
        """Of the night or of buying. Markers on one space lie in this order, the first on top."""
        self.s.order = list(ghosts)
        self.s.markers = list(ghosts)[::-1]
        return self

    def scores(self, **scores: int) -> Table:
        for ghost, score in scores.items():
            self.s.ghosts[ghost].score = score
        return self

    def draw(self, deck: str, key: str) -> str:
        """Take a card with this key out of its deck."""
        card = next(card for card in self.s.decks[deck] if DECK.key[card] == key)
        self.s.decks[deck].remove(card)
        return card

    def hand(self, ghost: str, favours: Iterable[str] = (), tactics: Iterable[str] = ()) -> Table:
        mine = self.s.ghosts[ghost]
        mine.favours += [self.draw("spookie_favour", key) for key in favours]
        mine.tactics += [self.draw("scare_tactic", key) for key in tactics]
        return self

    def bonuses(self, ghost: str, *names: str) -> Table:
        self.s.ghosts[ghost].bonuses += [self.draw("terror_bonus", key) for key in names]
        return self

    def free(self, ghost: str, *, d8: bool = False) -> str:
        """The id of a die that is nowhere yet."""
        used = {die.die for room in self.s.rooms.values() for die in room.dice} | set(self.s.ghosts[ghost].dice)
        if d8:
            return f"{ghost}-d8"
        return next(die for number in range(1, 9) if (die := f"{ghost}-d6-{number}") not in used)

    def dice(self, ghost: str, *faces: int | str) -> Table:
        """Dice that are rolled and not placed; `d8:7` is the d8."""
        for face in faces:
            d8 = isinstance(face, str)
            self.s.ghosts[ghost].dice[self.free(ghost, d8=d8)] = int(str(face).removeprefix("d8:"))
        return self

    def placed(self, room: int, ghost: str, face: int, *, token: bool = False, d8: bool = False) -> str:
        """A die in the hotel, on a token or not. Returns its id."""
        die = self.free(ghost, d8=d8)
        self.s.rooms[room].dice.append(Die(die, ghost, face, token))
        self.s.tokens -= token
        return die

    def attach(self, room: int, *favours: str) -> Table:
        self.s.rooms[room].attached += [self.draw("spookie_favour", key) for key in favours]
        return self

    def block(self, *rooms: int) -> Table:
        for room in rooms:
            self.s.rooms[room].barrier = True
        self.s.barriers -= len(rooms)
        return self

    def figure(self, ghost: str, room: int) -> Table:
        self.s.ghosts[ghost].room = room
        return self

    # ---- the moment

    def at(self, phase: str, *, lap: int = 1, ghost: str = "") -> Table:
        """Go on from here: `roll_start`, `roll` (keeping), `scare`, `totals`, `buy` or `refill`; `ghost` is the first asked."""
        s = self.s
        asked = s.order[s.order.index(ghost) if ghost else 0 :]

        def each(frame: Any, **more: Any) -> list[Frame]:
            return [frame(seat=s.ghosts[name].seat, ghost=name, **more) for name in asked]

        day = [BeginDay(), Refill()]
        end = [Retreat(), *(ScoreRoom(room=room) for room in ROOMS), CalmDown(), *day]
        laps = [BeginLap(lap=number) for number in (1, 2, 3)]
        s.phase, s.lap = {"scare": ("scare", lap), "totals": ("totals", 0), "roll": ("roll", 0)}.get(phase, ("buy", 0))
        frames: dict[str, list[Frame]] = {
            "roll_start": [BeginNight()],
            "roll": [*each(KeepThree), *laps, *end],
            "scare": [*each(GhostTurn), *laps[lap:], *end],
            "totals": end[1:],
            "buy": [*(BuyingTurn(seat=s.ghosts[name].seat, ghost=name, bought=[]) for name in asked), Refill()],
            "refill": [Refill()],
        }
        if phase == "roll_start":
            s.night -= 1
        s.stack = frames[phase][::-1]
        kernel.settle(s, self.told.append)
        return self

    # ---- playing

    def answer(self, *choices: Any) -> list[Fact]:
        """The seat that is asked makes these choices, which must be legal. Returns what was told."""
        before = len(self.told)
        for choice in choices:
            ((seat, _),) = kernel.awaiting(self.s).items()
            kernel.decide(self.s, seat, choice)
            kernel.evolve(self.s, seat, choice, self.told.append)
        return self.told[before:]

    def roll(self, *faces: int) -> Table:
        """The dealer's dice fall so."""
        self.dealer(c.DiceRoll(list(faces)))
        return self

    def dealer(self, answer: Any) -> None:
        kernel.decide(self.s, DEALER, answer)
        kernel.evolve(self.s, DEALER, answer, self.told.append)

    def chance(self, seed: int = 0) -> Table:
        """The dealer answers at random until a seat is asked."""
        while DEALER in kernel.awaiting(self.s):
            self.dealer(kernel.dealer_answer(self.s, RandomChance(seed)))
        return self

    def refusal(self, choice: Any, seat: int | None = None) -> str:
        """The code with which a choice is refused, by default to the seat that is asked; the state must not change."""
        if seat is None:
            ((seat, _),) = kernel.awaiting(self.s).items()
        before = kernel.dump(self.s)
        try:
            kernel.decide(self.s, seat, choice)
        except Illegal as illegal:
            assert kernel.dump(self.s) == before
            return illegal.code
        return "accepted"

    def offered(self, kind: type | None = None) -> list[Any]:
        """What the seat that is asked may answer now, or those choices of one kind."""
        ((seat, _),) = kernel.awaiting(self.s).items()
        return [choice for choice in kernel.options(self.s, seat) if kind is None or type(choice) is kind]

    def asked(self) -> tuple[str, str] | None:
        """Which ghost is asked for what; None if none is."""
        seen = RULES.view(self.s, -2).asked
        return (seen.ghost, seen.kind) if seen else None

    def facts(self, kind: type) -> list[Any]:
        return [fact for fact in self.told if type(fact) is kind]

    def die(self, ghost: str, face: int | str, but: Sequence[str] = ()) -> str:
        """The id of a die that is not placed and shows this face; `d8:7` is the d8."""
        number = int(str(face).removeprefix("d8:"))
        found = [
            die
            for die, shown in self.s.ghosts[ghost].dice.items()
            if shown == number and die.endswith("d8") == isinstance(face, str) and die not in but
        ]
        return found[0] if found else f"{ghost}-d6-none"

    def three(self, ghost: str) -> c.KeepDice:
        """Keep the first three dice."""
        return c.KeepDice(ghost, list(self.s.ghosts[ghost].dice)[:3])
