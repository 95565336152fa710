"""How is a large file copied at the least cost, made durable, and removed together with the log beside it?"""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path
from typing import Final

_CLONE: Final = 0x40049409
"""FICLONE of Linux: Btrfs, XFS and others know it."""
_PIECE: Final = 1 << 30


def copied(source: Path, target: Path) -> None:
    """Make `target` a copy of `source`: a clone that shares its blocks where the file system can do that, else by the kernel."""
    if not hasattr(os, "copy_file_range"):
        shutil.copyfile(source, target)
        return
    with source.open("rb") as read, target.open("wb") as write:
        try:
            fcntl.ioctl(write.fileno(), _CLONE, read.fileno())
            return
        except OSError:
            left = os.fstat(read.fileno()).st_size
        try:
            while left and (done := os.copy_file_range(read.fileno(), write.fileno(), min(left, _PIECE))):
                left -= done
        except OSError:
            # Such as between two file systems. Whatever was copied until then stays, the rest comes from where it stopped.
            shutil.copyfileobj(read, write)
            return
        if left:
            raise OSError(f"{left} bytes of {source.name} could not be copied")


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def wal_of(path: Path) -> Path:
    """The write-ahead log of a DuckDB file; there is none if all of it is in the file."""
    return path.with_name(f"{path.name}.wal")


def remove(path: Path) -> None:
    """Remove a DuckDB file. Its log goes first: beside another file of that name it would be taken for that one's."""
    for left in (wal_of(path), path):
        left.unlink(missing_ok=True)
