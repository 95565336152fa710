"""What does a client do that may be killed? It sends commands first … count - 1 and prints each seq once acknowledged.

`python -m tests.events.writer <database> <stream> <name> <first> <count>`
"""

import os
import sys
from uuid import UUID

import django
from django.db import connections


def main(database: str, stream: UUID, name: str, first: int, count: int) -> None:
    from events import store

    connections["default"].settings_dict["NAME"] = database
    for n in range(first, count):
        event = store.NewEvent(kind="choice.made", actor=f"bot:{name}", body=b'{"n":%d}' % n)
        appended = store.append(stream=stream, events=[event], command_id=f"{name}-{n}")
        print(appended.events[0].seq, flush=True)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    main(sys.argv[1], UUID(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
