"""How does the server get a chart drawn?

By one process beside it (`pen.py`), one chart at a time; pictures are kept as long as there is room for them.
"""

from __future__ import annotations

import atexit
import logging
import selectors
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from .kinds import Plot

log = logging.getLogger(__name__)

PEN: Final = Path(__file__).parent / "pen.py"
_SECONDS: Final = 20.0
"""How long a picture may take, the start of the pen included."""
_ROOM: Final = 16_000_000
"""Bytes of pictures that are kept: some two hundred."""
_WAITING: Final = 32
"""So many may want a picture at once: each holds a thread of the server until it is drawn."""
_IDLE: Final = 120.0
"""Seconds without work after which the pen ends."""
_CHUNK: Final = 1 << 16


class Undrawn(Exception):
    """The pen has failed; its process is gone."""


class Picture(msgspec.Struct, frozen=True):
    """A chart as it is shown: drawn already, and as Vega-Lite for who draws it again."""

    svg: str
    spec: str


class Pen:
    """A process that draws; it is started when it is needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def draw(self, plot: Plot) -> Picture:
        """The picture. Raises Undrawn. Not for two threads at once."""
        order = msgspec.json.encode(plot) + b"\n"
        new = self._process is None
        try:
            return self._drawn(order)
        except Undrawn:
            self.end()
            if new:
                raise
        # It may have gone for want of work, just now.
        try:
            return self._drawn(order)
        except Undrawn:
            self.end()
            raise

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what it did not take is of no use any more
                        pipe.close()

    def _drawn(self, order: bytes) -> Picture:
        if self._process is None:
            command = [sys.executable, "-I", "-B", "-X", "utf8", str(PEN), str(_IDLE)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={})
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(order)
            stdin.flush()
        except OSError as gone:
            raise Undrawn from gone
        ends, answer = time.monotonic() + _SECONDS, bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                left = ends - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise Undrawn
                part = stdout.read1(_CHUNK)  # type: ignore[attr-defined]
                if not part:
                    raise Undrawn
                answer += part
        return msgspec.json.decode(answer, type=Picture)


class Gallery:
    """Pictures by key; the ones that were wanted last are kept."""

    def __init__(self, pen: Pen, room: int = _ROOM) -> None:
        self._pen, self._room = pen, room
        self._pictures: OrderedDict[str, Picture] = OrderedDict()
        self._size = 0
        self._waiting = threading.BoundedSemaphore(_WAITING)
        self._drawing = threading.Lock()
        self._keeping = threading.Lock()

    def picture(self, key: str, plot: Plot) -> Picture:
        """The picture of this key, drawn now if there is none. Raises Undrawn, also if too many wait already."""
        if found := self.kept(key):
            return found
        if not self._waiting.acquire(blocking=False):
            raise Undrawn
        try:
            with self._drawing:
                if found := self.kept(key):  # somebody else wanted it at the same time
                    return found
                began = time.monotonic()
                try:
                    drawn = self._pen.draw(plot)
                except Undrawn:
                    log.exception("a chart could not be drawn")
                    raise
                log.info("drew a chart of %d bytes in %.0f ms", len(drawn.svg), 1000 * (time.monotonic() - began))
                self._keep(key, drawn)
                return drawn
        finally:
            self._waiting.release()

    def kept(self, key: str) -> Picture | None:
        """The picture of this key, if it is there."""
        with self._keeping:
            if key in self._pictures:
                self._pictures.move_to_end(key)
            return self._pictures.get(key)

    def end(self) -> None:
        """Forget the pictures and end the pen."""
        with self._drawing, self._keeping:
            self._pen.end()
            self._pictures.clear()
            self._size = 0

    def _keep(self, key: str, picture: Picture) -> None:
        with self._keeping:
            self._pictures[key] = picture
            self._size += _bytes(picture)
            while self._size > self._room and len(self._pictures) > 1:
                _, dropped = self._pictures.popitem(last=False)
                self._size -= _bytes(dropped)


def _bytes(picture: Picture) -> int:
    return len(picture.svg) + len(picture.spec)


GALLERY: Final = Gallery(Pen())
"""The pictures of this process."""
atexit.register(GALLERY.end)
