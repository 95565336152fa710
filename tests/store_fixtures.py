"""How can tests that really commit leave an empty log behind, although the log refuses to be emptied?

Django empties every table after a test marked `django_db(transaction=True)`, by TRUNCATE or DELETE. In a test run, and
only while that happens, the log's guards step aside. tests/conftest.py imports `flush_may_empty_the_log`.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connection, transaction

from events import postgres_schema, sqlite_schema

T = TypeVar("T")


@contextmanager
def guards_off() -> Iterator[None]:
    """The log without its triggers until the block ends; for tests that tamper, and for the flush."""
    schema = postgres_schema if connection.vendor == "postgresql" else sqlite_schema
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no trigger may go while foreign keys wait for their check
        for name in schema.TRIGGERS:
            on = f" ON {postgres_schema.table_of(name)}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{on}")
        yield
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema.install(cursor.execute)


@pytest.fixture(scope="session", autouse=True)
def flush_may_empty_the_log() -> Iterator[None]:
    """Django's flush, and nothing else, may empty the two tables of the log."""
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_without_guards(self: Any, sql_list: Sequence[str]) -> None:
        with guards_off():
            flush(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_without_guards)
        yield


def at_once(n: int, act: Callable[[int], T]) -> list[T]:
    """The results of act(0) … act(n - 1), started together in n threads with a connection each; needs transaction=True."""
    connection.close()  # the pool may hold no more than n
    together = Barrier(n)

    def run(i: int) -> T:
        together.wait()
        try:
            return act(i)
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as threads:
        return list(threads.map(run, range(n)))
