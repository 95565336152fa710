"""How are the document and the guide served, without any other host?"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Final

import yaml
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from gameplay.api.endpoint import etag_matches
from gameplay.api.errors import KINDS, RULES_REFUSAL, Problem

from .document import COMMITTED
from .pages import GUIDE
from .refusals import refusals

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


_TO_PAGE: Final = re.compile(r'href="([\w-]+)\.md(#[\w-]*)?"')
"""A link from one page to another, as it is written for who reads the files."""

View = Callable[..., HttpResponse]


def read_only(view: View) -> View:
    """Pages know GET and HEAD; another method is refused like everywhere else."""

    @wraps(view)
    def checked(request: HttpRequest, **path: str) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            raise Problem("method_not_allowed", headers={"Allow": "GET, HEAD"})
        return view(request, **path)

    return checked


@cache
def _document(form: str) -> tuple[bytes, str]:
    body = COMMITTED.read_bytes()
    if form == "yaml":
        body = yaml.safe_dump(yaml.safe_load(body), sort_keys=False, allow_unicode=True, width=120).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _document_answer(request: HttpRequest, form: str, media: str) -> HttpResponse:
    body, etag = _document(form)
    if etag_matches(request.META.get("HTTP_IF_NONE_MATCH", ""), etag):
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(body, content_type=media, headers={"ETag": etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"})


@read_only
def openapi_json(request: HttpRequest) -> HttpResponse:
    return _document_answer(request, "json", "application/json")


@read_only
def openapi_yaml(request: HttpRequest) -> HttpResponse:
    return _document_answer(request, "yaml", "application/yaml")


def _page(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    response = render(request, f"api_docs/{template}.html", context)
    response["Content-Security-Policy"] = _POLICY
    return response


@read_only
def swagger(request: HttpRequest) -> HttpResponse:
    return _page(request, "swagger")


@read_only
def redoc(request: HttpRequest) -> HttpResponse:
    return _page(request, "redoc")


@read_only
def index(request: HttpRequest) -> HttpResponse:
    pages = [(path.stem, path.read_text().partition("\n")[0].lstrip("# ")) for path in sorted(GUIDE.glob("*.md"))]
    return _page(request, "index", pages=pages)


@cache
def _html(page: str) -> SafeString | None:
    """A page of the guide; None if there is none of that name. HTML in the text is shown, not passed on."""
    path = GUIDE / f"{page}.md"
    if not path.is_file():
        return None
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(path.read_text())
    return mark_safe(_TO_PAGE.sub(lambda found: f'href="{found[1]}{found[2] or ""}"', rendered))  # noqa: S308 - our own text, rendered without raw HTML


@read_only
def guide(request: HttpRequest, page: str) -> HttpResponse:
    text = _html(page)
    if text is None:
        raise Http404
    return _page(request, "guide", title=page, text=text)


@read_only
def guide_script(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001
    """A script that the guide speaks of, to be read and kept."""
    path = GUIDE / f"{name}.py"
    if not path.is_file():
        raise Http404
    return HttpResponse(path.read_text(), content_type="text/plain; charset=utf-8")


@read_only
def errors(request: HttpRequest) -> HttpResponse:
    table = sorted(((code, kind) for code, kind in KINDS.items()), key=lambda row: (row[1].status, row[0]))
    return _page(request, "errors", table=table, rules=RULES_REFUSAL, refusals=refusals())


@read_only
def error(request: HttpRequest, code: str) -> HttpResponse:
    """The page that the `type` of a problem leads to. A code of a game's rules has the page of all rules' refusals."""
    places = refusals().get(code, [])
    if code not in KINDS and not places:
        raise Http404
    return _page(request, "error", code=code, kind=KINDS.get(code, RULES_REFUSAL), places=places)
