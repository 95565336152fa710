"""What happens when a seat's time is nearly over, or over?

Deadlines are rows; a sweep looks at those that are due, with the same command path as any move: a move that was committed
first has moved the deadline, and the sweep finds nothing to do.
"""

from __future__ import annotations

from uuid import UUID

from events import store
from gameplay import log
from gameplay.bots import bot_choice, each_alone
from gameplay.commands import Draft, commanded
from gameplay.models import Seat
from gameplay.rules.chance import RandomChance
from gameplay.table import PLAYING, Table

STAND_IN = "sensible"
"""The bot that answers, or takes over, for a seat whose time is over."""


def sweep(now: int | None = None) -> int:
    """Attend to every game with a clock that is due. Returns how many events were written."""
    at = store.now_micros() if now is None else now
    games = Seat.objects.filter(attend_at__lte=at).values_list("game_id", flat=True).distinct()
    return each_alone(list(games), lambda game: attend(game_id=game, now=at))


def attend(*, game_id: UUID, now: int) -> int:
    """Warn the seats of a game whose time is nearly over, and let the time of others run out. Returns the events written."""

    def run(draft: Draft) -> int:
        draft.now = max(draft.now, now)
        for seat in range(len(draft.table.seats)):
            _seat(draft, seat)
        if not draft.events:
            return 0
        draft.append(command_id="")
        return len(draft.events)

    return commanded(game_id, run)


def _seat(draft: Draft, seat: int) -> None:
    table = draft.table
    if table.status != PLAYING or table.clocks is None:
        return
    own = table.clocks.seats[seat]
    if (deadline := own.deadline) is not None and deadline <= draft.now:
        _expire(draft, seat)
    elif (warn_at := own.warn_at) is not None and warn_at <= draft.now:
        draft.write(log.CLOCK_WARNED, log.SYSTEM_ACTOR, log.ClockWarned(seat, f"d{own.question}"))


def _expire(draft: Draft, seat: int) -> None:
    table = draft.table
    if table.clocks is None:
        return
    consequence = table.clocks.clock.on_timeout
    decision = f"d{table.clocks.seats[seat].question}"
    draft.write(log.CLOCK_EXPIRED, log.SYSTEM_ACTOR, log.ClockExpired(seat, decision, consequence))
    stand_in = log.BOT_ACTOR + (STAND_IN if STAND_IN in table.rules.bots else next(iter(table.rules.bots)))
    match consequence:
        case "bot_answers":
            choice = bot_choice(table, seat, stand_in.removeprefix(log.BOT_ACTOR), RandomChance())
            draft.write(log.CHOICE_MADE, stand_in, log.ChoiceMade(decision, seat, choice))
            draft.play_on()
        case "bot_takes_seat":
            draft.write(log.SEAT_REPLACED, log.SYSTEM_ACTOR, log.SeatChanged(seat, stand_in))
        case "forfeit":
            scores, winners = forfeited(table, seat)
            draft.write(log.GAME_FINISHED, log.SYSTEM_ACTOR, log.GameFinished(scores, winners))
            draft.reveal()


def forfeited(table: Table, seat: int) -> tuple[list[int], list[int]]:
    """The result when this seat forfeits: the public points stand, and the best of the others win; of a team nobody does."""
    scores = table.scores() or []
    others = [other for other in range(len(table.seats)) if other != seat]
    if table.rules.cooperative or not others:
        return scores, []
    best = max(scores[other] for other in others)
    return scores, [other for other in others if scores[other] == best]
