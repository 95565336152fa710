"""Which triggers keep the log append-only on SQLite?

install() runs in a migration. Whoever changes a text here adds a migration that installs it again; the system check
compares the installed triggers with these texts. A migration that alters one of the two tables must install again too,
because SQLite alters by copying and the copy has no triggers (nor WITHOUT ROWID).
"""

from collections.abc import Callable
from typing import Final


def _refusal(name: str, when: str, what: str) -> str:
    return f"CREATE TRIGGER {name} {when} BEGIN SELECT RAISE(ABORT, 'The log is append-only: {what} is refused.'); END"


# INSERT OR REPLACE deletes without firing DELETE triggers, hence the two triggers before INSERT. The tables are
# WITHOUT ROWID, else REPLACE could also hit a row through its rowid.
TRIGGERS: Final = {
    name: _refusal(name, when, what)
    for name, when, what in (
        ("events_event_no_update", "BEFORE UPDATE ON events_event", "UPDATE on events_event"),
        ("events_event_no_delete", "BEFORE DELETE ON events_event", "DELETE on events_event"),
        (
            "events_event_no_replace",
            ("BEFORE INSERT ON events_event WHEN EXISTS (SELECT 1 FROM events_event WHERE stream_id = NEW.stream_id AND seq = NEW.seq)"),
            "a second event of the same seq",
        ),
        ("events_stream_no_delete", "BEFORE DELETE ON events_stream", "DELETE on events_stream"),
        (
            "events_stream_no_replace",
            "BEFORE INSERT ON events_stream WHEN EXISTS (SELECT 1 FROM events_stream WHERE id = NEW.id)",
            "a second stream of the same id",
        ),
        (
            "events_stream_only_grows",
            "BEFORE UPDATE ON events_stream WHEN NEW.id IS NOT OLD.id OR NEW.version <= OLD.version",
            "UPDATE on events_stream that does not make it longer",
        ),
    )
}


def install(execute: Callable[[str], object]) -> None:
    """Create or renew the triggers."""
    remove(execute)
    for text in TRIGGERS.values():
        execute(text)


def remove(execute: Callable[[str], object]) -> None:
    """Undo install(), for a migration that goes backwards."""
    for name in TRIGGERS:
        execute(f"DROP TRIGGER IF EXISTS {name}")
