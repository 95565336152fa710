"""How does Django know the log?"""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The log, and the checks that its database keeps the promises."""

    name = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from events import checks  # noqa: F401 (the import is the registration)
