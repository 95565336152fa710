"""Is there anything in the project's files that belongs to one machine or to nobody else?"""

import hashlib
import re
import subprocess
from pathlib import Path

from tests.house.test_layout import ROOT, name_of, tracked

TEXT = {".py", ".md", ".toml", ".lock", ".json", ".yaml", ".yml", ".sql", ".txt", ".cfg", ".conf", ".html", ".css", ".js", ""}
# A folder of somebody's own machine. Written so that this file does not match itself.
LOCAL = re.compile(r"(?<![\w.])/(?:" + "home|Users|" + "work|ro" + r"ot)/[\w.-]+")
LINK = re.compile(r"https?://[^\s\"'<>)]+")
# Marks of work left undone, again not matching themselves.
UNDONE = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|pytest\.mark\.sk" + r"ip|pytest\.sk" + r"ip\(|@unittest\.sk" + r"ip")


def texts() -> dict[str, str]:
    return {name_of(path): path.read_text() for path in tracked() if path.suffix in TEXT}


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = {name: hit.group() for name, text in texts().items() if (hit := LOCAL.search(text))}
    assert found == {}


def test_the_locks_name_no_package_index() -> None:
    """Whoever installs decides where from; the hashes decide what."""
    locks = sorted(ROOT.glob("requirements*.lock"))
    assert len(locks) == 3
    for lock in locks:
        text = lock.read_text()
        assert not LINK.search(text)
        assert "index-url" not in text


def test_every_locked_package_has_a_hash() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        for block in re.split(r"\n(?=\S)", lock.read_text()):
            if "==" in block:
                assert "--hash=sha256:" in block, block


def test_the_development_lock_has_every_package_of_the_product_lock() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_nothing_is_left_undone_or_skipped() -> None:
    found = {name: hit.group() for name, text in texts().items() if name.endswith(".py") and (hit := UNDONE.search(text))}
    assert found == {}


def test_what_a_run_makes_is_not_tracked() -> None:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    names = listing.stdout.splitlines()
    assert [name for name in names if name.startswith(("var/", ".venv/", "build/")) or name.endswith((".pyc", ".sqlite3", ".duckdb"))] == []


def test_no_two_tracked_files_are_the_same_but_the_empty_ones() -> None:
    """A second copy is a second truth."""
    seen: dict[str, Path] = {}
    twins = []
    for path in tracked("*.py", "*.md", "*.json", "*.sql"):
        content = path.read_bytes()
        if len(content) > 200:
            digest = hashlib.sha256(content).hexdigest()
            if digest in seen:
                twins.append((name_of(path), name_of(seen[digest])))
            seen[digest] = path
    assert twins == []
