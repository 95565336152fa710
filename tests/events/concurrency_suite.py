"""Does the log keep its promises when many write at once, in transactions of others, or die in the middle?"""

import os
import signal
import subprocess
import sys
from collections import Counter
from threading import Event, Thread
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from events import store
from events.store import NewEvent
from tests.events.store_suite import MOVE, OTHER, created, key
from tests.store_fixtures import at_once

WRITERS = 8
EACH = 12


def move(writer: int, n: int) -> NewEvent:
    return NewEvent(kind="choice.made", actor=f"bot:{writer}", body=b'{"n":%d}' % n)


@pytest.mark.django_db(transaction=True)
class ConcurrencySuite:
    # The caller's transaction

    def test_an_append_goes_when_its_transaction_goes(self) -> None:
        stream, never = created(), uuid4()
        with pytest.raises(RuntimeError), transaction.atomic():
            store.append(stream=stream, events=[MOVE])
            store.append(stream=never, events=[MOVE], expected_version=0)
            raise RuntimeError
        assert store.verify(stream=stream).checked == 1
        assert store.head(stream=never) is None

    def test_an_append_stays_when_its_transaction_stays(self) -> None:
        stream = created()
        with transaction.atomic():
            store.append(stream=stream, events=[MOVE])
            store.append(stream=stream, events=[OTHER])
        connection.close()
        assert store.verify(stream=stream).checked == 3

    def test_a_refusal_leaves_the_callers_transaction_usable(self) -> None:
        stream = created(MOVE, command_id="k")
        with transaction.atomic():
            for refused in (
                {"expected_version": 7},
                {"command_id": "k"},
                {"stream": uuid4()},
            ):
                with pytest.raises(store.StoreError):
                    store.append(**{"stream": stream, "events": [OTHER], **refused})  # type: ignore[arg-type]
            store.append(stream=stream, events=[OTHER])
        assert store.verify(stream=stream).checked == 2

    def test_an_event_of_no_stream_is_refused(self) -> None:
        with pytest.raises(IntegrityError, match=r"(?i)foreign key"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO events_event (stream_id, seq, kind, actor, body, recorded_at, command_id, hash) "
                "VALUES (%s, 1, 'k', 'a', '{}', 1, '', '')",
                [key(uuid4())],
            )

    def test_a_stream_is_locked_only_inside_a_transaction(self) -> None:
        with pytest.raises(transaction.TransactionManagementError):
            store.lock(stream=created())

    def test_nobody_appends_to_a_locked_stream(self) -> None:
        stream = created()
        done = Event()

        def other_writer() -> None:
            store.append(stream=stream, events=[OTHER])
            done.set()
            connection.close()

        with transaction.atomic():
            assert store.lock(stream=uuid4()) is None
            assert store.lock(stream=stream) == store.head(stream=stream)
            other = Thread(target=other_writer)
            other.start()
            assert not done.wait(0.3)
            store.append(stream=stream, events=[MOVE])
        other.join()
        assert [event.body for event in store.read(stream=stream)] == [MOVE.body, MOVE.body, OTHER.body]

    # Many writers

    def test_writers_in_one_stream_lose_nothing_and_leave_no_gap(self) -> None:
        stream = created()
        seqs = at_once(
            WRITERS,
            lambda w: [store.append(stream=stream, events=[move(w, n)], command_id=f"{w}-{n}").version for n in range(EACH)],
        )
        assert sorted(seq for of_one in seqs for seq in of_one) == list(range(2, WRITERS * EACH + 2))
        assert all(of_one == sorted(of_one) for of_one in seqs)
        events = store.read(stream=stream)
        assert {(w, n): events[seqs[w][n] - 1].body for w in range(WRITERS) for n in range(EACH)} == {
            (w, n): move(w, n).body for w in range(WRITERS) for n in range(EACH)
        }
        assert store.verify(stream=stream) == store.Verification(True, WRITERS * EACH + 1, None, "")

    def test_as_many_events_are_stored_as_writers_were_told(self) -> None:
        """Each expects the version it read, as a client would who must not act on an old state."""
        stream = created()

        def write(w: int) -> int:
            successes = 0
            for n in range(EACH):
                head = store.head(stream=stream)
                assert head is not None
                try:
                    store.append(stream=stream, events=[move(w, n)], expected_version=head.version)
                    successes += 1
                except store.VersionConflict as refusal:
                    assert refusal.current > head.version
            return successes

        successes = sum(at_once(WRITERS, write))
        assert successes >= EACH
        assert store.verify(stream=stream).checked == successes + 1

    def test_writers_in_many_streams_never_meet(self) -> None:
        streams = [created() for _ in range(WRITERS)]

        def write(w: int) -> None:
            for n in range(EACH):
                for stream in (streams[w], streams[(w + n) % WRITERS]):
                    store.append(stream=stream, events=[move(w, n), OTHER])

        at_once(WRITERS, write)
        assert sum(store.heads(streams=streams).values()) == WRITERS + 4 * WRITERS * EACH
        assert all(store.verify(stream=stream).ok for stream in streams)

    def test_one_command_sent_by_all_at_once_is_one_event(self) -> None:
        stream = created()
        answers = at_once(WRITERS, lambda _: store.append(stream=stream, events=[MOVE], command_id="k"))
        assert Counter(answer.replayed for answer in answers) == {False: 1, True: WRITERS - 1}
        assert [answer.events for answer in answers] == [store.read(stream=stream, after=1)] * WRITERS

    def test_one_stream_created_by_all_at_once_is_created_once(self) -> None:
        stream = uuid4()

        def create(w: int) -> bool:
            try:
                store.append(stream=stream, events=[move(w, 0)], expected_version=0)
            except store.VersionConflict:
                return False
            return True

        assert Counter(at_once(WRITERS, create)) == {True: 1, False: WRITERS - 1}
        assert store.verify(stream=stream).checked == 1

    def test_one_creation_sent_by_all_at_once_is_one_event(self) -> None:
        stream = uuid4()
        answers = at_once(WRITERS, lambda _: store.append(stream=stream, events=[MOVE], command_id="k", expected_version=0))
        assert Counter(answer.replayed for answer in answers) == {False: 1, True: WRITERS - 1}
        assert store.verify(stream=stream).checked == 1

    # Death

    def test_killed_writers_lose_nothing_acknowledged_and_apply_nothing_twice(self) -> None:
        stream = created()
        connection.close()
        names, count = ("a", "b", "c"), 1_000_000
        processes = {name: writing(stream, name, first=0, count=count) for name in names}
        told = {name: [next_line(process) for _ in range(20)] for name, process in processes.items()}
        for process in processes.values():
            os.kill(process.pid, signal.SIGKILL)
        for name, process in processes.items():
            assert process.stdout is not None
            told[name] += [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
            process.wait()
            process.stdout.close()
            assert 20 <= len(told[name]) < count
        stored = {event.command_id: event.seq for event in store.read(stream=stream, after=1)}
        assert store.verify(stream=stream).checked == len(stored) + 1
        for name in names:
            for n, line in enumerate(told[name]):
                assert stored[f"{name}-{n}"] == int(line)
            # At most the one command that was on its way is stored without its writer having been told.
            assert sum(command.startswith(name) for command in stored) - len(told[name]) in (0, 1)

        again = [writing(stream, name, first=len(told[name]), count=len(told[name]) + 5) for name in names]
        for process in again:
            out, _ = process.communicate(timeout=60)
            assert (process.returncode, len(out.splitlines())) == (0, 5)
        commands = Counter(event.command_id for event in store.read(stream=stream, after=1))
        assert commands == {f"{name}-{n}": 1 for name in names for n in range(len(told[name]) + 5)}
        assert store.verify(stream=stream).ok


def writing(stream: UUID, name: str, *, first: int, count: int) -> "subprocess.Popen[str]":
    """A process of tests.events.writer in the database of this test run."""
    database = str(connection.settings_dict["NAME"])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.events.writer", database, str(stream), name, str(first), str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def next_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "the writer ended before it was killed"
    return line
