"""How fresh are the statistics, and what went wrong with them, over REST?"""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpResponse
from msgspec import Meta

from analytics import status
from analytics.shapes import Shown, SnapshotShown
from analytics.snapshots import Unpublished, folder_of_settings, newest
from gameplay.api.endpoint import ApiView, Call
from gameplay.api.operations import operation
from gameplay.api.tokens import Scope
from gameplay.documents import rfc3339


class FailureShown(Shown, frozen=True):
    """A run of the exporter that failed."""

    at: str
    code: Literal["log_unavailable", "disk_full", "warehouse_unreadable", "folding_ended", "export_failed"]
    """`log_unavailable`: the database could not be asked; `disk_full`; `warehouse_unreadable`: it has to be made anew;
    `folding_ended`: a process that helps was killed; `export_failed`: anything else, which the log of the service tells."""


class StatusShown(Shown, frozen=True):
    """How fresh the statistics are."""

    exported_at: str | None
    """When the exporter last finished a run; null before the first."""
    events_behind: Annotated[int, Meta(ge=0, le=status.COUNTED)] | None
    """How many events the log has got since that run looked at it; no more than 100,000 are counted. Null as `exported_at`."""
    snapshot: SnapshotShown | None
    """What reports and queries are answered from now; null if there is nothing that this release can read."""
    faults: Annotated[int, Meta(extra_json_schema={"x-unit": "games"})]
    """Games that are in the statistics only up to an event that can't be replayed."""
    failure: FailureShown | None
    """The last run that failed, also if others have succeeded since; null if none is known."""


class StatusView(ApiView):
    @operation(
        id="analytics_status",
        tag="analytics",
        summary="How fresh the statistics are",
        description="Events reach the statistics within seconds; a large backlog takes longer, and a snapshot is made the less often the "
        "longer it takes. It is answered also while no statistics are published.",
        scope=Scope.ANALYTICS_READ,
        answers={200: StatusShown},
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        folder = folder_of_settings()
        note = status.note_read(folder)
        try:
            snapshot = newest(folder)
        except Unpublished:
            snapshot = None
        failure = note.failure
        return call.answer(
            StatusShown(
                exported_at=rfc3339(note.exported_at) if note.exported_at else None,
                events_behind=status.events_behind(note) if note.exported_at else None,
                snapshot=SnapshotShown(number=snapshot.number, made_at=rfc3339(snapshot.made_at)) if snapshot else None,
                faults=len(note.faults),
                failure=FailureShown(at=rfc3339(failure.at), code=failure.code) if failure else None,
            )
        )
