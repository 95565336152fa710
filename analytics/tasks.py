"""What is done for the statistics in the background? The task may run twice, at once or again."""

from __future__ import annotations

import os

from celery import shared_task

from analytics.export import export as run
from analytics.snapshots import folder_of_settings
from analytics.warehouse import Busy


@shared_task(name="analytics.tasks.export", ignore_result=True)
def export() -> int:
    """Bring the warehouse up to the log. Returns how many events were exported; none if another exporter is at work."""
    try:
        return run(folder_of_settings(), processes=os.cpu_count() or 1).events
    except Busy:
        return 0
