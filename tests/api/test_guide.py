"""Is what the guide says true, and does what it shows run?"""

from __future__ import annotations

import re

import pytest

from api_docs.pages import GUIDE
from gameplay.api import buckets
from gameplay.api.parsing import MAX_BODY, MAX_DEPTH
from tests.api.conftest import person
from tests.api.contract import document
from tests.api.routes import ROUTES

PAGES = sorted(path.stem for path in GUIDE.glob("*.md"))


def text_of(page: str) -> str:
    return (GUIDE / f"{page}.md").read_text()


def nameless(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


@pytest.mark.django_db(transaction=True)
def test_the_first_client_plays_a_game_to_its_end(live_server, capsys):
    code = re.search(r"```python\n(.*?)```", text_of("first-client"), re.DOTALL)
    given = {"ADDRESS": live_server.url, "TOKEN": person("ada").secret, "OTHER_TOKEN": person("ben").secret}
    exec(compile(code[1], "first-client.md", "exec"), given)
    assert re.fullmatch(r"points \[.*\] won by \[.*\]\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES)
def test_every_address_in_the_guide_is_one_of_the_document(page):
    known = {(route.method, nameless(route.path)) for route in ROUTES}
    for method, address in re.findall(r"`(GET|POST|DELETE) (/[^`?]*)", text_of(page)):
        assert (method, nameless(address)) in known, f"{method} {address}"


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_served_and_its_links_lead_somewhere(page, nobody):
    shown = nobody.client.get(f"/docs/guide/{page}", headers={"Host": "localhost"})
    assert shown.status_code == 200
    html = shown.content.decode()
    assert "<h1>" in html
    for address in re.findall(r'href="([^"#]+)', html):
        target = address if address.startswith("/") else f"/docs/guide/{address}"
        assert nobody.client.get(target, headers={"Host": "localhost"}).status_code == 200, address


def test_every_page_is_in_the_index(nobody):
    index = nobody.client.get("/docs", headers={"Host": "localhost"}).content.decode()
    assert all(f'href="/docs/guide/{page}"' in index for page in PAGES)


def test_the_numbers_of_the_guide_are_those_of_the_code():
    page = text_of("conventions")
    assert f"up to {MAX_BODY // 1024} kB and {MAX_DEPTH} levels" in page
    reads = buckets.DEFAULTS["reads"]
    assert f'RateLimit-Policy: "reads";q={reads.burst};w={reads.window}' in page
    for name in buckets.DEFAULTS:
        assert any(
            f"Limit: `{name}`." in operation["description"] for methods in document()["paths"].values() for operation in methods.values()
        )


def test_every_code_in_the_guide_is_in_its_table_of_errors():
    table = text_of("errors")
    for page in ("choices", "events", "conventions"):
        for code in re.findall(r"\| `(\w+)` \||(?:400|409|422|403)\s+`(\w+)`", text_of(page)):
            assert f"| `{code[0] or code[1]}` |" in table
