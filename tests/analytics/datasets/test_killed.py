"""Does it matter where a writer of files is killed, how many write at once, or who reads meanwhile?"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from analytics import manifest
from analytics.datasets import FOLDER, LOCK, publish
from analytics.export import export
from analytics.manifest import CURRENT, manifest_read
from analytics.warehouse import Busy
from tests.analytics.datasets.killed import NOWHERE, POINTS, main
from tests.analytics.dated import ended
from tests.analytics.forking import Forked

pytestmark = pytest.mark.django_db


@pytest.fixture
def changed(folder, tmp_path_factory) -> Path:
    """Four generations, one of them old enough to go, and statistics that are newer than the last. Made once, then copied."""
    made = tmp_path_factory.getbasetemp() / "four generations"
    if not made.exists():
        for seed in range(4):
            ended(f"2025-{9 + seed % 2:02}-15", seed=seed)
            export(made, publish_now=True)
            publish(made, now=True)
        ended("2025-09-16", seed=9)
        export(made, publish_now=True)
    shutil.copytree(made, folder, symlinks=True, dirs_exist_ok=True)
    for number in (2, 3):
        long_ago = time.time() - 3700
        os.utime(folder / FOLDER / f"generation-{number}" / "manifest.json", (long_ago, long_ago))
    return folder


@pytest.fixture
def after(changed, tmp_path) -> dict[str, str]:
    """The files that a writer would make that nobody kills."""
    made = tmp_path.parent / "undisturbed"
    publish(changed, root=made, now=True)
    return whole(made)


def start(folder: Path, point: str = NOWHERE) -> Forked:
    return Forked(main, str(folder), point)


def whole(root: Path) -> dict[str, str]:
    """The files of the newest manifest, each as it says."""
    found = manifest_read(root)
    assert found is not None
    for file in found.files:
        assert hashlib.sha256((root / CURRENT / file.path).read_bytes()).hexdigest() == file.sha256
    return {file.path: file.sha256 for file in found.files}


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_any_point_a_manifest_is_valid_and_the_next_run_completes_it(changed, after, point):
    root = changed / FOLDER
    before = whole(root)
    assert before != after
    assert start(changed, point).wait() == -signal.SIGKILL
    assert whole(root) in (before, after)
    publish(changed, now=True)
    assert whole(root) == after
    (root / CURRENT / next(iter(after))).unlink()  # a run that has something to do also clears up
    publish(changed, now=True)
    assert whole(root) == after
    found = sorted(path.name for path in root.iterdir())
    assert found[0] == CURRENT
    assert found[-1] == LOCK
    assert all(manifest.generation_number(root / name) for name in found[1:-1])


def test_three_at_once_write_one_generation(changed):
    before = manifest_read(changed / FOLDER)
    processes = [start(changed) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    after = manifest_read(changed / FOLDER)
    assert before is not None
    assert after is not None
    assert after.generation == before.generation + 1
    whole(changed / FOLDER)


def test_who_will_not_wait_for_another_writer_is_told_so(changed):
    from fcntl import LOCK_EX, flock

    with (changed / FOLDER / LOCK).open("w") as held:
        flock(held, LOCK_EX)
        with pytest.raises(Busy):
            publish(changed, now=True)


def test_readers_of_a_manifest_find_all_its_files_while_others_follow(few, changed):
    """Two readers check every file of the manifest that they have just read, while four generations follow each other."""
    root = changed / FOLDER
    stop, failures, seen = threading.Event(), [], set()

    def read() -> None:
        while not stop.is_set():
            try:
                found = manifest_read(root)
                assert found is not None
                for file in found.files:
                    place = manifest.file_find(root, file.path)
                    assert place is not None
                    assert hashlib.sha256(place[1].read_bytes()).hexdigest() == file.sha256
                seen.add(found.generation)
            except Exception as failure:  # noqa: BLE001 - any is a failure of the test
                failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(4):
        publish(changed, rebuild=True)
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert len(seen) > 1


def test_a_lost_folder_is_made_again(changed):
    publish(changed, now=True)
    before = whole(changed / FOLDER)
    shutil.rmtree(changed / FOLDER)
    publish(changed)
    assert whole(changed / FOLDER) == before
