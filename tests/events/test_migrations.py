"""Does a log that is older than this release keep its events and its guards, and learn when its streams changed?"""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from events import checks, store
from tests.events.store_suite import MOVE, created, refused

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(name: str) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("events", name)])


@pytest.fixture
def back_at_the_newest() -> Iterator[None]:
    yield
    migrate("0002_changed_at")


@pytest.mark.usefixtures("back_at_the_newest")
def test_streams_that_were_there_before_changed_when_their_last_event_was_recorded() -> None:
    streams = [created(*[MOVE] * n) for n in (3, 1)]
    before = {stream: (store.read(stream=stream), store.head(stream=stream)) for stream in streams}
    migrate("0001_initial")
    migrate("0002_changed_at")
    with connection.cursor() as cursor:
        cursor.execute("SELECT changed_at FROM events_stream ORDER BY version DESC")
        found = [at for (at,) in cursor.fetchall()]
    assert found == [before[stream][0][-1].recorded_at for stream in streams]
    assert {stream: (store.read(stream=stream), store.head(stream=stream)) for stream in streams} == before
    assert not [message for message in checks.demand() if message.id not in ("events.W001", "events.W002")]
    with refused(), connection.cursor() as cursor:
        cursor.execute("UPDATE events_stream SET changed_at = 0")
    assert store.append(stream=streams[0], events=[MOVE]).version == 4
