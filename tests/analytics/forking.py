"""How does a test get a process that dies, without the second that a fresh interpreter takes to load everything?

A server forks it, which has loaded all of it and has neither threads nor connections: one for each test process.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing import forkserver
from typing import Any
from unittest import mock

from django.conf import settings

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.analytics.loaded"])
READY = "ready"
SECONDS = 60


class Forked:
    """A process that does `main(line, *arguments)`, and has said READY on the line."""

    def __init__(self, main: Callable[..., Any], *arguments: str) -> None:
        with mock.patch.dict(os.environ, {"DJANGO_SETTINGS_MODULE": "config.settings", "REVENANT_SECRET_KEY": settings.SECRET_KEY}):
            forkserver.ensure_running()
        self.line, there = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=main, args=(there, *arguments), daemon=True)
        self.process.start()
        there.close()
        self.hear()

    def hear(self) -> None:
        """Wait until it says that it is ready."""
        assert self.line.poll(SECONDS), "it says nothing"
        assert self.line.recv() == READY

    def go_on(self) -> None:
        """Let it do what it waits for."""
        self.line.send("go on")

    def kill(self) -> None:
        self.process.kill()

    def wait(self) -> int:
        """Its exit code: less than 0 for a signal."""
        self.process.join(SECONDS)
        code = self.process.exitcode
        assert code is not None, "it does not end"
        return code
