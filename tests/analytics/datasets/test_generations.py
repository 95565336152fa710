"""Does every reader always find one whole state of the files, whatever happens to them?"""

from __future__ import annotations

import hashlib
import os
import time

import duckdb
import msgspec
import pytest

from analytics import datasets, manifest
from analytics.datasets import COMMON, EACH, publish
from analytics.dictionary import dictionary
from analytics.export import export
from analytics.manifest import manifest_read
from analytics.snapshots import Unpublished
from gameplay.rules.catalogue import GAMES
from tests.analytics.datasets.filed import NOVEMBER, SEPTEMBER, bring, hashes, named, root, written
from tests.analytics.dated import ended

pytestmark = pytest.mark.django_db


def test_a_reader_of_the_manifest_before_still_finds_its_files(few, folder, some):
    old = named(folder)
    ended(SEPTEMBER, seed=7)
    bring(folder)
    gone = {file.path for file in old.files} - {file.path for file in named(folder).files}
    assert gone
    for path in gone:
        found = manifest.file_find(root(folder), path)
        assert found is not None
        assert hashlib.sha256(found[1].read_bytes()).hexdigest() == found[0].sha256


def test_old_generations_stay_an_hour_and_the_last_one_longer(few, folder, some):
    def generations() -> list[str]:
        return sorted(path.name for path in root(folder).iterdir() if path.name.startswith("generation-"))

    for seed in range(7, 10):
        ended(SEPTEMBER, seed=seed)
        bring(folder)
    assert generations() == ["generation-1", "generation-2", "generation-3", "generation-4"]
    for number in (2, 3, 4):
        long_ago = time.time() - 3700
        os.utime(root(folder) / f"generation-{number}" / "manifest.json", (long_ago, long_ago))
    ended(SEPTEMBER, seed=10)
    bring(folder)
    assert generations() == ["generation-4", "generation-5"]
    assert sorted(path.name for path in root(folder).iterdir()) == ["current", "generation-4", "generation-5", "lock"]


def test_a_listing_of_the_current_folder_is_what_the_manifest_names(few, folder, some):
    for seed in (7, 8):
        ended(SEPTEMBER, seed=seed)
        bring(folder)
        current = root(folder) / "current"
        listed = {path.relative_to(current).as_posix() for path in current.rglob("*") if path.is_file()}
        assert listed == {file.path for file in named(folder).files} | {"manifest.json"}


def test_what_did_not_change_is_the_same_file_on_the_disk(few, folder, some):
    def inodes() -> dict[str, int]:
        return {file.path: (root(folder) / "current" / file.path).stat().st_ino for file in named(folder).files}

    before = inodes()
    ended(NOVEMBER, seed=7)
    bring(folder)
    assert before.items() <= inodes().items()


def test_where_there_are_no_hard_links_all_files_are_written(few, folder, some, monkeypatch):
    before = hashes(folder)

    def refused(*paths: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    ended(NOVEMBER, seed=7)
    done = bring(folder)
    assert done is not None
    assert before.items() <= hashes(folder).items()
    assert len(done.written) == len(done.manifest.files)


@pytest.mark.parametrize("harm", ["lost", "cut short"])
def test_a_file_that_was_lost_or_cut_short_is_written_again(few, folder, some, harm):
    before = hashes(folder)
    victim = root(folder) / "current" / next(iter(before))
    victim.chmod(0o644)
    if harm == "lost":
        victim.unlink()
    else:
        victim.write_bytes(victim.read_bytes()[:100])
    done = publish(folder, now=True)
    assert done is not None
    assert [file.path for file in done.written] == [next(iter(before))]
    assert hashes(folder) == before


def test_what_a_killed_writer_left_is_in_nobodys_way(few, folder, some):
    """Half a file of a generation that never was, and half a removal of one."""
    before = hashes(folder)
    half = root(folder) / "generation-2" / "events" / "rules=spooky_bar" / "month=2025-09"
    half.mkdir(parents=True)
    (half / ".part").write_bytes(b"PAR1 and no more")
    (root(folder) / "old-generation-0").mkdir()
    (root(folder) / "current.new").symlink_to("generation-2")
    assert hashes(folder) == before
    with duckdb.connect(":memory:") as stranger:
        glob = f"{root(folder)}/current/events/**/*.parquet"
        assert stranger.execute(f"SELECT count(*) FROM '{glob}'").fetchone() == (
            sum(f.rows for f in named(folder).files if f.table == "events"),
        )
    ended(NOVEMBER, seed=7)
    assert bring(folder).manifest.generation == 2
    assert sorted(path.name for path in root(folder).iterdir()) == ["current", "generation-1", "generation-2", "lock"]


def test_files_are_not_made_more_often_than_they_may_cost(few, folder, some, monkeypatch):
    ended(NOVEMBER, seed=7)
    export(folder, publish_now=True)
    monkeypatch.setattr(datasets, "PATIENCE", 10**9)
    assert publish(folder) is None
    monkeypatch.setattr(datasets, "PATIENCE", 0)
    assert written(publish(folder)) == {("spooky_bar", "2025-11")}


def test_before_the_first_snapshot_there_is_nothing_to_write(folder):
    with pytest.raises(Unpublished):
        publish(folder)
    assert manifest_read(root(folder)) is None
    assert list(manifest.manifests_kept(root(folder))) == []


def test_with_no_finished_game_the_manifest_is_empty_and_tells_the_columns(folder):
    bring(folder)
    assert (named(folder).files, named(folder).months) == ([], [])
    assert {table.name for table in named(folder).tables} == {*COMMON, *(f"{kind}_{rules}" for kind in EACH for rules in GAMES)}


def test_other_words_for_a_column_make_another_manifest_and_no_other_file(few, folder, some, monkeypatch):
    before = hashes(folder)
    [games, *_] = [table for table in dictionary() if table.name == "games"]
    said = msgspec.structs.replace(games, meaning="Something else.")
    monkeypatch.setattr(datasets, "dictionary", lambda: [said if table is games else table for table in dictionary()])
    done = publish(folder, now=True)
    assert done is not None
    assert (done.written, hashes(folder)) == ([], before)
    assert named(folder).tables[0].meaning == "Something else."
    assert publish(folder, now=True) is None


def test_another_layout_is_written_anew(few, folder, some, monkeypatch):
    monkeypatch.setattr(manifest, "LAYOUT", 99)
    monkeypatch.setattr(datasets, "LAYOUT", 99)
    manifest._decoded.cache_clear()
    assert manifest_read(root(folder)) is None
    done = publish(folder)
    assert done is not None
    assert (done.manifest.generation, len(done.written)) == (2, len(done.manifest.files))
    manifest._decoded.cache_clear()
