"""Does the README name what there is, all of it and nothing else?"""

import re

from tests.house.test_layout import ROOT, tracked

README = (ROOT / "README.md").read_text()


def test_every_setting_that_is_read_from_the_environment_is_in_the_readme() -> None:
    names: set[str] = set()
    for path in tracked("*.py"):
        if path.relative_to(ROOT).parts[0] != "tests":
            names |= set(re.findall(r"""os\.environ(?:\.get\(|\[)\s*["'](\w+)["']""", path.read_text()))
    assert {
        name for name in names - {"PATH", "DJANGO_SETTINGS_MODULE"} if f"`{name}`" not in README and name not in ("HOST", "PORT")
    } == set()


def test_every_make_command_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^(\w+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make (\w+)", README)) - {"alone"} <= targets
    assert {"run", "test", "demo", "lint", "perf"} <= targets


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_folder_of_the_readmes_table_exists() -> None:
    folders = re.findall(r"^\| `([\w/]+/)` \|", README, re.MULTILINE)
    assert len(folders) >= 8
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
