"""How does Django know the log?"""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class EventsConfig(AppConfig):
    """The log, and the checks that its database keeps the promises."""

    name = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, and the connection that keeps the embedded database open."""
        from events import checks, keeper  # noqa: F401 (the import of checks is their registration)

        connection_created.connect(keeper.keep_open)
