"""What is done for games in the background? Every task may run twice, at once or again."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from gameplay import bots, standing, timeouts
from gameplay.api.models import KEPT
from gameplay.models import IdempotencyRecord, Seat


@shared_task(name="gameplay.tasks.bots_play", ignore_result=True)
def bots_play(game: str) -> int:
    """Let the bots of a game answer until a person is asked. Returns how many answers they gave."""
    return bots.play(game_id=UUID(game))


@shared_task(name="gameplay.tasks.bots_sweep", ignore_result=True)
def bots_sweep() -> int:
    """Find the games where a bot is asked, whether or not a hint was lost, and let them play."""
    asked = Seat.objects.filter(awaiting=True).exclude(bot="").values_list("game_id", flat=True).distinct()
    return bots.each_alone(list(asked), lambda game: bots.play(game_id=game))


@shared_task(name="gameplay.tasks.clocks_sweep", ignore_result=True)
def clocks_sweep() -> int:
    """Warn seats whose time is nearly over, and let the time of others run out."""
    return timeouts.sweep()


@shared_task(name="gameplay.tasks.standing_sweep", ignore_result=True)
def standing_sweep() -> int:
    """Give the standing answers of all seats that are asked, and forget those that stand no longer."""
    return standing.sweep()


@shared_task(name="gameplay.tasks.answers_forget", ignore_result=True)
def answers_forget() -> int:
    """Forget the answers kept for an `Idempotency-Key` when their time is over. Returns how many."""
    return IdempotencyRecord.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
