"""In which order do nights and days go by, and when is the game over?"""

from __future__ import annotations

from gameplay.rules.contract import DEALER, Step, Tell
from gameplay.rules.kernel import then

from .buying import BeginDay
from .calming import CalmDown
from .facts import GuestArrived, NightBegan
from .haunting import BeginLap, Retreat
from .order import FirstOrder, StackMarkers, TakeOrder, tell_order
from .rolling import KeepThree, RollDice
from .scoring import ScoreRoom, finish
from .state import LAPS, ROOMS, State, guest_in


class BeginNight(Step, tag="begin_night"):
    """GH-2.1 GH-2.5 GH-3.1  All roll, in ghost order; the first night's order comes from that roll, a later one from the scores."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "roll"
        s.night += 1
        tell(NightBegan(night=s.night))
        first = s.night == 1
        then(
            s,
            *([] if first else [TakeOrder()]),
            *(RollDice(seat=DEALER, ghost=ghost) for ghost in s.ghosts),
            *([FirstOrder(), StackMarkers()] if first else []),
            PlayNight(),
        )


class PlayNight(Step, tag="play_night"):
    """GH-3.7 GH-4.1 GH-7.1 GH-8.1  Dice are kept in player order; three laps; the ghosts retreat; totals; calming; then the day."""

    def run(self, s: State, tell: Tell) -> None:
        tell_order(s, tell)
        then(
            s,
            *[KeepThree(seat=s.ghosts[ghost].seat, ghost=ghost) for ghost in s.order],
            *map(BeginLap, LAPS),
            Retreat(),
            *map(ScoreRoom, ROOMS),
            CalmDown(),
            BeginDay(),
            Refill(),
        )


class Refill(Step, tag="refill"):
    """GH-10.1 GH-10.2 GH-10.3  Empty rooms are filled in order; if one stays empty the game ends at once, else it is night again."""

    def run(self, s: State, tell: Tell) -> None:
        for room in ROOMS:
            if not s.rooms[room].guest:
                if not s.guests:
                    finish(s, tell)
                    return
                seat_guest(s, room, tell)
        then(s, BeginNight())


def seat_guest(s: State, room: int, tell: Tell) -> None:
    """GH-1.4 GH-10.1  The top guest of the deck takes this room."""
    s.rooms[room].guest = s.guests.pop(0)
    guest = guest_in(s, room)
    first, second, third = guest.scores
    tell(
        GuestArrived(
            night=s.night,
            room=room,
            guest=guest.id,
            name=guest.name,
            courage=guest.courage,
            first=first,
            second=second,
            third=third,
            phobia=guest.phobia or "",
            ability=guest.asks.kind,
        )
    )
