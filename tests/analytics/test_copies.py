"""Is a copy of a large file the same, whatever the machine can do?"""

from __future__ import annotations

import errno
import fcntl
import os
import random

import pytest

from analytics import files
from analytics.files import copied, remove, wal_of

CONTENT = random.Random(1).randbytes(300_000)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "source"
    path.write_bytes(CONTENT)
    return path


def no_clone(*_args):
    raise OSError(errno.EOPNOTSUPP, "no clones here")


def test_a_copy_is_the_same_bytes_and_a_file_of_its_own(source, tmp_path):
    target = tmp_path / "target"
    target.write_bytes(b"longer than the source" * 50_000)
    copied(source, target)
    assert target.read_bytes() == CONTENT
    with target.open("r+b") as changed:
        changed.write(b"changed")
    assert source.read_bytes() == CONTENT


def test_a_copy_in_pieces_is_whole(source, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_PIECE", 7_000)
    monkeypatch.setattr(fcntl, "ioctl", no_clone)
    copied(source, tmp_path / "target")
    assert (tmp_path / "target").read_bytes() == CONTENT


@pytest.mark.parametrize("works_for", [0, 2])
def test_where_the_kernel_cannot_copy_or_stops_in_the_middle_the_rest_is_copied_otherwise(source, tmp_path, monkeypatch, works_for):
    calls = []
    original = os.copy_file_range

    def failing(*args):
        calls.append(args)
        if len(calls) > works_for:
            raise OSError(errno.EXDEV, "another file system")
        return original(*args)

    monkeypatch.setattr(files, "_PIECE", 7_000)
    monkeypatch.setattr(fcntl, "ioctl", no_clone)
    monkeypatch.setattr(os, "copy_file_range", failing)
    copied(source, tmp_path / "target")
    assert (tmp_path / "target").read_bytes() == CONTENT
    assert len(calls) == works_for + 1


def test_a_copy_that_ends_early_is_an_error(source, tmp_path, monkeypatch):
    monkeypatch.setattr(fcntl, "ioctl", no_clone)
    monkeypatch.setattr(os, "copy_file_range", lambda *_: 0)
    with pytest.raises(OSError, match="300000 bytes of source could not be copied"):
        copied(source, tmp_path / "target")


def test_elsewhere_it_is_copied_as_anywhere(source, tmp_path, monkeypatch):
    monkeypatch.delattr(os, "copy_file_range")
    copied(source, tmp_path / "target")
    assert (tmp_path / "target").read_bytes() == CONTENT


def test_a_database_is_removed_with_its_log(tmp_path):
    path = tmp_path / "some.duckdb"
    for left in (path, wal_of(path)):
        left.write_bytes(b"x")
    remove(path)
    remove(path)
    assert list(tmp_path.iterdir()) == []
