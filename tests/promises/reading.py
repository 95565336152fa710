"""How long does a reader wait for each answer? A program of its own: it asks one address after the other until its input ends.

`python reading.py PORT TOKEN PATH…` prints a line of JSON when it ends: for each answer the status and the milliseconds.
"""

from __future__ import annotations

import http.client
import json
import select
import sys
import time


def main() -> None:
    port, token, *paths = sys.argv[1:]
    told: list[tuple[int, float]] = []
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
    while not select.select([sys.stdin], [], [], 0)[0]:
        path = paths[len(told) % len(paths)]
        started = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        answer.read()
        told.append((answer.status, (time.perf_counter() - started) * 1000))
        time.sleep(0.005)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
