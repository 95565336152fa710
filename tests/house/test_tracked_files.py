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

WORD = re.compile(r"[a-z0-9][a-z0-9.-]*[a-z0-9]")
# Hosts of package indexes and the like. As digests, so that this file does not name what must not be named.
UNNAMED = {
    "0dc11026ac75c015",
    "3ca29e55be4befa4",
    "70bb4000cd2fab03",
    "8743857e3ea00fd1",
    "8b5bb5eb9d758455",
    "9495278a74715c7e",
    "a4aa2ac280bb8d1a",
    "c899567ee9068517",
    "d6d7019ca9fcbf07",
    "fbb8037df8cc9050",
}


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


def test_no_file_names_a_host_that_packages_come_from() -> None:
    found = {}
    for name, text in texts().items():
        words = {word for match in set(WORD.findall(text.lower())) for word in (match, match.removeprefix("www."))}
        if hits := [word for word in words if hashlib.sha256(word.encode()).hexdigest()[:16] in UNNAMED]:
            found[name] = hits
    assert found == {}


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
