"""What is done for the statistics in the background? Every task may run twice, at once or again."""

from __future__ import annotations

import os

from celery import shared_task

from analytics import datasets as files
from analytics.export import export as run
from analytics.snapshots import Unpublished, folder_of_settings
from analytics.warehouse import Busy


@shared_task(name="analytics.tasks.export", ignore_result=True)
def export() -> int:
    """Bring the warehouse up to the log. Returns how many events were exported; none if another exporter is at work."""
    try:
        return run(folder_of_settings(), processes=os.cpu_count() or 1).events
    except Busy:
        return 0


@shared_task(name="analytics.tasks.datasets", ignore_result=True)
def datasets() -> int:
    """Bring the Parquet files up to the published statistics. Returns how many were written; none if another process is at it."""
    try:
        done = files.publish(folder_of_settings())
    except (Busy, Unpublished):
        return 0
    return len(done.written) if done else 0
