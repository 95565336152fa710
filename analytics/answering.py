"""How is a question put to the newest published statistics, by a program or on a page?

The one way to the sandbox: a slot, an entry in the history, and the walls, whoever asks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec

from analytics import asked, sandbox
from analytics.snapshots import Snapshot, Unpublished, folder_of_settings, newest
from gameplay.api.errors import Problem

_RETRY_AFTER: Final = 5
_TRIES: Final = 3


class Answered(msgspec.Struct, frozen=True):
    """The answer to a question."""

    id: UUID
    """Of its entry in the history."""
    snapshot: Snapshot
    outcome: sandbox.Outcome
    milliseconds: int


def answered(*, user_id: int, sql: str, parameters: list[Any] | dict[str, Any], limit: int, form: str) -> Answered:
    """Ask as this account. Raises Problem: no statistics, no slot, SQL that fails, a limit that was met, or a cancel."""
    folder = folder_of_settings()
    snapshot = _published(folder)
    question = sandbox.Question(sql, parameters, limit, form)
    with asked.running(user_id=user_id, sql=sql, parameters=parameters, limit=limit, snapshot=snapshot.number) as running:
        for _ in range(_TRIES):
            try:
                outcome = sandbox.run(folder / snapshot.name, question, cancelled=running.cancelled)
                break
            except sandbox.Missing:
                # It was dropped between the look at the pointer and now: another is newer, or all are made anew.
                snapshot = _published(folder)
                running.snapshot = snapshot.number
        else:
            raise _unavailable()
        running.rows = outcome.rows
    return Answered(running.query.pk, snapshot, outcome, running.milliseconds)


def _published(folder: Path) -> Snapshot:
    try:
        return newest(folder)
    except Unpublished:
        raise _unavailable() from None


def _unavailable() -> Problem:
    return Problem("statistics_unavailable", retry_after=_RETRY_AFTER)
