"""What is a newcomer told whose machine lacks what is needed?"""

import ast
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import bootstrap
from tests.house.test_layout import ROOT

SCRIPT = ROOT / "config/bootstrap.py"


def test_the_script_parses_on_an_old_python() -> None:
    ast.parse(SCRIPT.read_text(), feature_version=(3, 6))


def test_the_script_imports_only_the_standard_library() -> None:
    names = {alias.name for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.Import) for alias in node.names}
    assert names <= set(sys.stdlib_module_names)
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(SCRIPT.read_text())))


@pytest.mark.parametrize("version", ["(3, 6, 15)", "(3, 12, 1)", "(3, 14, 0)"])
def test_another_python_is_one_clear_line(tmp_path: Path, version: str) -> None:
    """With no Python 3.11 on the path; the version is pretended in the process itself."""
    pretend = f"import runpy, sys; sys.version_info = {version}; sys.argv = ['bootstrap.py', 'requirements.lock', 'config.serve']; "
    pretend += f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", pretend], env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "Python 3.11 is needed" in line
    assert ".".join(version.strip("()").split(", ")[:2]) in line


def test_no_python_at_all_is_one_clear_line_of_make(tmp_path: Path) -> None:
    make = next(Path(folder, "make") for folder in os.environ["PATH"].split(os.pathsep) if Path(folder, "make").exists())
    (tmp_path / "sh").symlink_to("/bin/sh")
    ended = subprocess.run([make, "-s", "run"], cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert ended.returncode != 0
    assert ended.stderr.splitlines()[0] == "revenant: Python 3.11 is needed, and no Python was found."


def project_copy(folder: Path) -> Path:
    """Another clone, as far as the bootstrap is concerned."""
    (folder / "config").mkdir(parents=True)
    (folder / "config/bootstrap.py").write_text(SCRIPT.read_text())
    (folder / "requirements.lock").write_text((ROOT / "requirements.lock").read_text())
    return folder


def test_no_network_is_one_clear_line_after_the_notices(tmp_path: Path) -> None:
    project = project_copy(tmp_path / "clone")
    # An index that nobody serves, instead of cutting the machine off.
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    command = [sys.executable, "config/bootstrap.py", "requirements.lock", "config.serve"]
    ended = subprocess.run(command, cwd=project, env=kept | nowhere, capture_output=True, text=True)
    assert ended.returncode == 1
    notices, last = ended.stderr.splitlines()[:-1], ended.stderr.splitlines()[-1]
    assert last == "revenant: requirements.lock cannot be installed: no package index can be reached (no network?)."
    assert all(line.startswith("revenant: ") for line in notices)
    assert ended.stdout == ""


def test_an_environment_with_the_locks_digest_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path))
    assert not bootstrap.is_installed("requirements.lock")
    stamp = Path(bootstrap.stamp_of("requirements.lock"))
    stamp.write_text(hashlib.sha256((ROOT / "requirements.lock").read_bytes()).hexdigest())
    assert bootstrap.is_installed("requirements.lock")
    stamp.write_text(hashlib.sha256(b"another lock").hexdigest())
    assert not bootstrap.is_installed("requirements.lock")


def test_a_package_that_is_not_the_locked_one_is_refused_in_one_line() -> None:
    output = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."
    assert "does not match its locked hash" in bootstrap.why_pip_failed("requirements.lock", output)


def test_an_unknown_failure_of_pip_keeps_its_first_error() -> None:
    output = "Collecting x\nERROR: No matching distribution found for x==1\nERROR: more"
    assert bootstrap.why_pip_failed("a.lock", output) == "a.lock cannot be installed: ERROR: No matching distribution found for x==1"
