"""Which jobs are done in the background, how often, and how does word of them travel?

A message is a hint: every task looks in the tables for what is due, may run twice, and is swept again by
the beat, so a lost message or a dead broker costs time and nothing else.
"""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["folder"] = "config.broker:Transport"

app = Celery("revenant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # A tick that nobody took before the next one is worth nothing: it expires.
    "bots whose turn it is": {"task": "gameplay.tasks.bots_sweep", "schedule": 2.0, "options": {"expires": 2.0}},
    "clocks that run out": {"task": "gameplay.tasks.clocks_sweep", "schedule": 2.0, "options": {"expires": 2.0}},
    "kept answers that are old": {"task": "gameplay.tasks.answers_forget", "schedule": 3600.0, "options": {"expires": 3600.0}},
    "answers that were left": {"task": "gameplay.tasks.standing_sweep", "schedule": 2.0, "options": {"expires": 2.0}},
    "files from the statistics": {"task": "analytics.tasks.datasets", "schedule": 300.0, "options": {"expires": 300.0}},
    "new events to the statistics": {"task": "analytics.tasks.export", "schedule": 5.0, "options": {"expires": 5.0}},
}
