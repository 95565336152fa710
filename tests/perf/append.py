"""How many events a second does store.append accept, and how many would a bare INSERT with commit?

`python -m tests.perf.append [n]` measures in the database that the settings name, which it fills with throw-away events.
"""

import time
from collections.abc import Callable
from uuid import UUID, uuid4

from django.db import connection

from events import store
from events.store import NewEvent
from tests.perf.measure import Measurement

BODY = b'{"choice":{"guest":"worker","type":"bid"},"decision":"d17","seat":2}'
FLOOR_TABLE = "perf_append_floor"


def measure_append(n: int = 1000) -> Measurement:
    """Append n single events to one stream and insert n rows, in turns so that both meet the same machine; print both."""
    event = NewEvent(kind="choice.made", actor=str(uuid4()), body=BODY)
    stream = uuid4()
    store.append(stream=stream, events=[event], expected_version=0)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {FLOOR_TABLE}")
        cursor.execute(f"CREATE TABLE {FLOOR_TABLE} (stream text, seq integer, body text, PRIMARY KEY (stream, seq))")
    rounds = 5
    appends = floor = 0.0
    for turn in range(rounds):
        part = range(turn * n // rounds, (turn + 1) * n // rounds)
        appends += _seconds(lambda i: store.append(stream=stream, events=[event], command_id=f"command-{i}"), part)
        floor += _seconds(lambda i: _insert(stream, i), part)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {FLOOR_TABLE}")
    measured = Measurement(f"append_{connection.vendor}", n / appends, "appends/s", n / floor)
    print(measured.line())
    return measured


def _insert(stream: UUID, seq: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {FLOOR_TABLE} VALUES (%s, %s, %s)", [stream.hex, seq, BODY.decode()])


def _seconds(act: Callable[[int], object], numbers: range) -> float:
    start = time.perf_counter()
    for i in numbers:
        act(i)
    return time.perf_counter() - start


if __name__ == "__main__":
    import os
    import sys

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    measure_append(int(sys.argv[1]) if sys.argv[1:] else 1000)
