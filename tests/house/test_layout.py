"""Does every file keep to the house's rules of length, opening and direction?"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("analytics", "api_docs", "config", "events", "gameplay")
SHORT, LONG = 300, 400
VAGUE = {"utils", "helpers", "helper", "manager", "handler", "common", "misc"}


def tracked(*patterns: str) -> list[Path]:
    """Files of the project: known to git, or new and not ignored; where there is no git, all but the environment."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns], cwd=ROOT, capture_output=True, text=True
    )
    if listing.returncode == 0:
        return [path for name in listing.stdout.splitlines() if (path := ROOT / name).is_file()]
    return [
        path for pattern in patterns or ("*",) for path in ROOT.rglob(pattern) if not {".venv", "var"} & set(path.relative_to(ROOT).parts)
    ]


def product_files() -> list[Path]:
    return [path for path in tracked("*.py") if path.relative_to(ROOT).parts[0] in PRODUCT]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_rules_file_has_under_300_lines_and_any_other_under_400() -> None:
    long = {}
    for path in tracked("*.py"):
        lines = len(path.read_text().splitlines())
        limit = SHORT if name_of(path).startswith("gameplay/rules/") else LONG
        if lines >= limit:
            long[name_of(path)] = lines
    assert long == {}


def test_every_product_file_opens_with_the_question_it_answers() -> None:
    """A file that is empty on purpose (a package's) needs no opening; a migration is named by its number."""
    silent = []
    for path in product_files():
        text = path.read_text()
        if not text.strip() or "migrations" in path.parts:
            continue
        opening = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
        if "?" not in opening:
            silent.append(name_of(path))
    assert silent == []


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert [name_of(path) for path in tracked("*.py") if path.stem in VAGUE] == []


def test_the_gameplay_package_itself_is_empty() -> None:
    """So that the rules can be imported without Django."""
    assert (ROOT / "gameplay/__init__.py").read_text() == ""


def rules_modules() -> list[str]:
    files = sorted((ROOT / "gameplay/rules").rglob("*.py"))
    return [name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in files]


def test_all_rules_import_in_a_fresh_interpreter_without_django() -> None:
    modules = rules_modules()
    code = f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
    code += "print([name for name in sys.modules if name.split('.')[0] in ('django', 'celery', 'rest_framework', 'events', 'config')])"
    fresh = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stdout.strip() == "[]"


def imported(path: Path) -> set[str]:
    """The absolute names of all modules that a file imports, inside functions too."""
    found: set[str] = set()
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            found.add(".".join([*base, *([node.module] if node.module else [])]))
    return found


def test_the_rules_import_only_the_standard_library_and_msgspec() -> None:
    foreign = {}
    for path in (ROOT / "gameplay/rules").rglob("*.py"):
        roots = {name.split(".")[0] for name in imported(path)}
        if wrong := roots - set(sys.stdlib_module_names) - {"msgspec"} - {"gameplay"}:
            foreign[name_of(path)] = sorted(wrong)
        outside = sorted(name for name in imported(path) if name.startswith("gameplay") and not name.startswith("gameplay.rules"))
        if outside:
            foreign[name_of(path)] = outside
    assert foreign == {}


def games() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "gameplay/rules").glob("*/__init__.py"))


def test_no_game_imports_another() -> None:
    crossing = []
    for game in games():
        for path in (ROOT / "gameplay/rules" / game).rglob("*.py"):
            for name in imported(path):
                parts = name.split(".")
                if parts[:2] == ["gameplay", "rules"] and len(parts) > 2 and parts[2] in games() and parts[2] != game:
                    crossing.append((name_of(path), name))
    assert crossing == []


@pytest.mark.parametrize("game", games())
def test_the_import_contract_names_every_game(game: str) -> None:
    assert f'"gameplay.rules.{game}"' in (ROOT / "pyproject.toml").read_text()
