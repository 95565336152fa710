"""How fast do eight clients get their choices accepted? A process of its own, so that it shares no lock with the server."""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time


def client(port: int, requests: list[list[str]], accepted: list[int], start: threading.Barrier) -> None:
    """Send the prepared requests one after the other over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.connect()
    start.wait()
    for path, token, key, body in requests:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key, "Content-Type": "application/json"}
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 201:
            raise RuntimeError(f"{answer.status} for {path} {body}: {content[:500]!r}")
        accepted.append(1)


def main(port: int, plans: list[list[list[str]]]) -> None:
    """Print how many choices a second were accepted."""
    accepted: list[int] = []
    start = threading.Barrier(len(plans) + 1)
    threads = [threading.Thread(target=client, args=(port, plan, accepted, start)) for plan in plans]
    for thread in threads:
        thread.start()
    start.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    passed = time.perf_counter() - started
    if len(accepted) != sum(map(len, plans)):
        raise SystemExit(f"{len(accepted)} of {sum(map(len, plans))} choices were accepted")
    print(len(accepted) / passed)


if __name__ == "__main__":
    main(int(sys.argv[1]), json.load(sys.stdin))
