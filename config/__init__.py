"""Who makes the Celery app known, so that a `shared_task` of any app is bound to it?"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
