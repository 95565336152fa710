"""Has each published promise a test, and is each test of the index there?"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.promises.index import TESTS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "api_docs" / "guide" / "promises.md"


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_of_the_index_exists():
    store = names_in(ROOT / "tests/events/store_suite.py") | names_in(ROOT / "tests/events/concurrency_suite.py")
    missing = []
    for promise, tests in TESTS.items():
        assert tests
        for test in tests:
            path, _, name = test.rpartition("::")
            if name not in (names_in(ROOT / path) if path else store):
                missing.append((promise, test))
    assert missing == []


def test_every_published_promise_has_a_row_and_no_other():
    published = [int(number) for number in re.findall(r"^(\d+)\. ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)]
    assert published == list(range(1, len(published) + 1))
    assert set(published) == set(TESTS)


def test_every_test_of_this_folder_is_in_the_index_or_guards_one_that_is():
    """A file here without a row would be a test of no promise."""
    named = {test.partition("::")[0] for tests in TESTS.values() for test in tests}
    files = {str(path.relative_to(ROOT)) for path in Path(__file__).parent.glob("test_*.py")}
    assert files - named == {"tests/promises/test_index.py"}
