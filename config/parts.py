"""What does each process of the embedded group run, and how does it learn that its parent is gone?

    python -m config.parts web|worker|beat <lifeline> <listener>

Both numbers are file descriptors inherited from config/serve.py.
"""

import os
import signal
import socket
import sys
import threading
import time
import warnings
from typing import Any


def end_with_parent(lifeline: int) -> None:
    """Ends this process when the other end of the pipe closes, however the parent died."""

    def wait() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)
        os._exit(1)

    threading.Thread(target=wait, daemon=True, name="lifeline").start()


def web(listener: int) -> None:
    """One ASGI process for everything: requests, long polls and streams."""
    import uvicorn

    settings = uvicorn.Config(
        "config.asgi:application",
        interface="asgi3",
        http="config.wire:ProblemProtocol",
        lifespan="off",
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,  # a long poll is cut, its client asks again
    )
    uvicorn.Server(settings).run(sockets=[socket.socket(fileno=listener)])


def celery() -> Any:
    """The application. Django's checks, for which it would load every route, are left to the commands of `manage.py`."""
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    from config.celery import app

    return app


def worker(_listener: int) -> None:
    """Two threads: bots go on playing while an export runs. No gossip: there is one worker."""
    # Celery warns root because of pickled messages; ours are JSON only.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    celery().start(["--quiet", "worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING", *alone])


def beat(_listener: int) -> None:
    """The clock. Its schedule is a few seconds long, so nothing is kept between two runs."""
    celery().start(["--quiet", "beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "WARNING", "--pidfile="])


def main(name: str, lifeline: str, listener: str) -> None:
    end_with_parent(int(lifeline))
    {"web": web, "worker": worker, "beat": beat}[name](int(listener))


if __name__ == "__main__":
    main(*sys.argv[1:])
