"""What may a person with an office see of the log's tables? That events are there, and in which order; never change one.

What an event holds is not shown here: while a game runs it would tell what is hidden, and a look at that is written down
(the referee's console).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .models import Event, Stream

PAGE: Final = 100
"""So many of the newest events of a stream are listed."""


@admin.register(Stream)
class StreamAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read only, for everybody."""

    list_display = ("id", "version")
    ordering = ("-id",)
    search_fields = ("=id",)
    list_per_page = 50
    show_full_result_count = False
    fields = ("id", "version", "events")
    readonly_fields = ("id", "version", "events")
    actions = None

    @admin.display(description="Newest events")
    def events(self, stream: Stream) -> SafeString:
        """The newest events by kind, actor, time and size."""
        rows = Event.objects.filter(stream_id=stream.pk).order_by("-seq")[:PAGE]
        cells = (
            (
                row.seq,
                row.kind,
                row.actor,
                datetime.fromtimestamp(row.recorded_at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S"),
                len(row.body),
            )
            for row in rows
        )
        body = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", cells)
        return format_html(
            "<table><thead><tr><th>seq</th><th>kind</th><th>actor</th><th>recorded</th><th>bytes</th></tr></thead><tbody>{}</tbody></table>",
            body,
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
