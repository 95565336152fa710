"""Is the code in order: style, types, direction of dependence?

Every check runs, so that one run shows all there is to mend.
"""

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
CHECKS = (
    ("ruff check", [BIN / "ruff", "check", "."]),
    ("ruff format", [BIN / "ruff", "format", "--check", "."]),
    ("mypy", [BIN / "mypy"]),
    ("import-linter", [BIN / "lint-imports", "--no-logo"]),
)


def main(names: list[str]) -> int:
    failed = []
    for name, command in CHECKS:
        if names and name not in names:
            continue
        print(f"=== {name}", flush=True)
        if subprocess.run(command).returncode != 0:
            failed.append(name)
    print(f"=== not in order: {', '.join(failed)}" if failed else "=== all in order")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
