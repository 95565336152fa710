"""Is there a Python 3.11 and an environment with exactly the locked packages, and if not, can they be had?

    python config/bootstrap.py <lock file> <module> [arguments]

makes .venv, installs the lock file into it (only when its digest has changed since), and becomes
`.venv/bin/python -m <module> [arguments]`. Standard library only, in the syntax of Python 3.6, so that an
older Python says one clear line instead of a SyntaxError.
"""

import hashlib
import os
import subprocess
import sys

WANTED = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")
ASK_VERSION = "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])"


class Unable(Exception):
    """Why the environment cannot be had, in one line for a person."""


def say(line: str) -> None:
    sys.stderr.write("revenant: " + line + "\n")
    sys.stderr.flush()


def is_wanted(python: str) -> bool:
    """Whether this command runs and is the Python we want (a pyenv shim may exist and still fail)."""
    try:
        answer = subprocess.run([python, "-c", ASK_VERSION], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.decode() == "%d.%d" % WANTED


def find_python() -> str:
    """A Python 3.11: this one, else the first of the usual names."""
    if sys.version_info[:2] == WANTED:
        return sys.executable
    for name in ("python3.11", "python3", "python"):
        if is_wanted(name):
            return name
    raise Unable("Python 3.11 is needed and this is %d.%d; install Python 3.11 and try again." % sys.version_info[:2])


def make_environment() -> None:
    if os.path.exists(VENV_PYTHON) and is_wanted(VENV_PYTHON):
        return
    python = find_python()
    say("making .venv with " + python)
    made = subprocess.run([python, "-m", "venv", "--clear", VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode != 0:
        raise Unable(".venv cannot be made: Python's venv module is missing (on Debian: apt install python3.11-venv).")


def stamp_of(lock: str) -> str:
    return os.path.join(VENV, "installed-" + os.path.basename(lock))


def digest_of(lock: str) -> str:
    with open(os.path.join(ROOT, lock), "rb") as content:
        return hashlib.sha256(content.read()).hexdigest()


def is_installed(lock: str) -> bool:
    try:
        with open(stamp_of(lock)) as stamp:
            return stamp.read() == digest_of(lock)
    except OSError:
        return False


def install(lock: str) -> None:
    """The packages of the lock file, each checked against its hash; raises Unable with the reason in one line."""
    make_environment()
    if is_installed(lock):
        return
    say("installing %s (once; a minute or two)" % lock)
    command = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes", "--no-deps"]
    command += ["--retries", "2", "--no-input", "--requirement", os.path.join(ROOT, lock)]
    pip = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if pip.returncode != 0:
        raise Unable(why_pip_failed(lock, pip.stdout.decode("utf-8", "replace")))
    with open(stamp_of(lock), "w") as stamp:
        stamp.write(digest_of(lock))


def why_pip_failed(lock: str, output: str) -> str:
    """One line out of pip's many."""
    if "DO NOT MATCH THE HASHES" in output or "THESE PACKAGES" in output:
        return "%s: a downloaded package does not match its locked hash; nothing was installed." % lock
    offline = ("NewConnectionError", "Failed to establish", "Temporary failure", "ConnectTimeout", "ProxyError", "Name or service")
    if any(sign in output for sign in offline):
        return "%s cannot be installed: no package index can be reached (no network?)." % lock
    lines = [line.strip() for line in output.splitlines() if line.startswith("ERROR")] or ["pip failed without a word"]
    return "%s cannot be installed: %s" % (lock, lines[0])


def main(arguments: "list[str]") -> None:
    if len(arguments) < 2:
        raise Unable("usage: bootstrap.py <lock file> <module> [arguments]")
    find_python()
    install(arguments[0])
    os.chdir(ROOT)
    os.execv(VENV_PYTHON, [VENV_PYTHON, "-m", *arguments[1:]])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Unable as reason:
        say(str(reason))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
