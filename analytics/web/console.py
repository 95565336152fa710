"""How do people ask the statistics in SQL, keep a question and pass it on?

Whoever is logged in may do what a token with `analytics:query` may, on the same way and behind the same walls.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from analytics import asked, queries, saved, shapes
from analytics.answering import answered
from analytics.dictionary import dictionary
from analytics.models import Query, Saved
from analytics.reports import REPORTS
from analytics.schema import Schema
from analytics.snapshots import Unpublished, folder_of_settings, newest
from gameplay.api.errors import KINDS, Problem
from gameplay.api.operations import ARROW, CSV, NDJSON, PARQUET
from gameplay.api.parsing import is_plain_text
from gameplay.rules.catalogue import GAMES
from gameplay.web.pages import READ, page

from .examples import EXAMPLES
from .questions import LIMITS, Question, check, from_form, packed, texts_of, unpacked
from .results import Result, fault_of, result_of

DOWNLOADS: Final = {"csv": (CSV, "CSV"), "ndjson": (NDJSON, "NDJSON"), "parquet": (PARQUET, "Parquet"), "arrow": (ARROW, "Arrow")}
ENDINGS: Final = {"csv": "csv", "ndjson": "ndjson", "parquet": "parquet", "arrow": "arrows"}
HISTORY: Final = 15
KEPT: Final = 100
_TITLE_MOST: Final = 100


def account_of(request: HttpRequest) -> int:
    """The account of whoever is logged in, as all are who come here."""
    return int(request.user.pk or 0)


@page(*READ, "POST")
def console(request: HttpRequest) -> HttpResponseBase:
    """The statement and what it answers; nothing runs before it is sent."""
    if request.method == "POST":
        return _posted(request)
    given = request.GET
    if "q" in given:
        return _page(request, unpacked(given["q"]))
    if "of" in given:
        return _page(request, _asked_before(request, given["of"]))
    if "example" in given:
        if given["example"] not in EXAMPLES:
            raise Http404
        example = EXAMPLES[given["example"]]
        return _page(request, Question(example.sql, texts_of(example.parameters)))
    if "report" in given:
        if given["report"] not in REPORTS:
            raise Http404
        texts = {name: str(given.get(name, "")) for name in REPORTS[given["report"]].parameters}
        return _page(request, Question(queries.mart(given["report"]).strip(), texts))
    return _page(request, Question())


def _asked_before(request: HttpRequest, text: str) -> Question:
    """A question of one's own history."""
    try:
        query = Query.objects.filter(pk=UUID(text), user_id=account_of(request)).first()
    except ValueError:
        query = None
    if query is None:
        raise Http404
    return Question(query.sql, texts_of(query.parameters), query.limit if query.limit in LIMITS else Question().limit)


def _posted(request: HttpRequest) -> HttpResponseBase:
    question = from_form(request.POST)
    act = request.POST.get("act", "")
    try:
        check(question)
        if act == "save":
            return _save(request, question)
        if question.unfilled:
            return _page(request, question, note="Fill in the parameters, then run it.")
        if act in DOWNLOADS:
            return _download(request, question, act)
        found = answered(user_id=account_of(request), sql=question.sql, parameters=question.parameters, limit=question.limit, form="rows")
    except Problem as problem:
        return _refused(request, question, problem)
    return _page(request, question, result=result_of(found, question.sql))


def _refused(request: HttpRequest, question: Question, problem: Problem) -> HttpResponse:
    response = _page(request, question, status=KINDS[problem.code].status, fault=fault_of(problem, question.sql))
    if (wait := problem.extra.get("retry_after")) is not None:
        response["Retry-After"] = str(wait)
    return response


def _download(request: HttpRequest, question: Question, form: str) -> HttpResponse:
    """All rows that a query may answer, whatever is shown of them."""
    most = LIMITS[-1]
    found = answered(user_id=account_of(request), sql=question.sql, parameters=question.parameters, limit=most, form=form)
    media = DOWNLOADS[form][0]
    response = HttpResponse(found.outcome.body, content_type=f"{media}; charset=utf-8; header=present" if form == "csv" else media)
    part = f"-first-{most}-rows" if found.outcome.truncated else ""
    response["Content-Disposition"] = f'attachment; filename="query-{str(found.id)[-12:]}{part}.{ENDINGS[form]}"'
    return response


def _save(request: HttpRequest, question: Question) -> HttpResponseBase:
    title = request.POST.get("title", "").strip()
    if not title or len(title) > _TITLE_MOST or not is_plain_text(title):
        raise Problem("invalid_request", f"A saved query has a title of 1 to {_TITLE_MOST} characters.")
    if not saved.canonical(question.sql):
        raise Problem("invalid_request", "There is no statement.")
    shared = request.POST.get("shared") == "yes"
    row, new = saved.saved_put(user_id=account_of(request), title=title, sql=question.sql, parameters=question.parameters, shared=shared)
    who = "Everybody who has the link can open it." if shared else "It is yours alone: share it to pass its link on."
    messages.success(request, f"{'Saved' if new else 'It was saved before'}. The address of this page is its permanent link. {who}")
    return redirect(_page_of(row))


def _page_of(row: Saved) -> str:
    return f"/analytics/sql/{row.link}"


@page()
def opened(request: HttpRequest, link: UUID) -> HttpResponseBase:
    """A saved query; its parameters may stand in the address."""
    row = saved.saved_find(user_id=account_of(request), link=link)
    question = Question(row.sql, texts_of(row.parameters))
    given = {name.lower(): str(text) for name, text in request.GET.items()}
    names = {field.name.lower() for field in question.fields}
    strange = ", ".join(sorted(given.keys() - names))
    note = f"This query has no parameter that is called so: {strange[:200]}." if strange else ""
    texts = question.texts | {name: text for name, text in given.items() if name in names}
    return _page(request, Question(row.sql, texts), saved_row=row, note=note)


@page("POST")
def drop(request: HttpRequest, link: UUID) -> HttpResponseBase:
    """Keep a query no longer."""
    saved.saved_drop(user_id=account_of(request), link=link)
    messages.success(request, "The query is no longer saved.")
    return redirect("/analytics/sql")


@page("POST")
def cancel(request: HttpRequest) -> HttpResponseBase:
    """Stop one's query that is running, if one is."""
    return HttpResponse(status=204 if asked.query_stop(user_id=account_of(request)) else 404)


@page("POST", policy="reads")
def fields(request: HttpRequest) -> HttpResponseBase:
    """The fields of the parameters that stand in a text."""
    question = from_form(request.POST)
    check(question)
    return render(request, "analytics/sql_fields.html", {"question": question})


@page()
def table(request: HttpRequest, name: str) -> HttpResponseBase:
    """The columns of a table."""
    found = next((each for each in dictionary() if each.name == name), None)
    if found is None:
        raise Http404
    return render(request, "analytics/sql_table.html", {"table": found})


def _page(request: HttpRequest, question: Question, *, status: int = 200, **more: Any) -> HttpResponse:
    user = account_of(request)
    row: Saved | None = more.pop("saved_row", None)
    result: Result | None = more.get("result")
    context = {
        "question": question,
        "limits": LIMITS,
        "downloads": [(form, name) for form, (_, name) in DOWNLOADS.items()],
        "saved": row,
        "mine": row is not None and row.user_id == user,
        "page_of_saved": _page_of(row) if row else "",
        "link": packed(question) if result else None,
        "unpublished": not result and _unpublished(),
        "examples": EXAMPLES.values(),
        "history": asked.query_list(user_id=user, status=None, before=None, limit=HISTORY),
        "kept": [(each, _page_of(each), each.user_id == user) for each in saved.saved_list(user_id=user, limit=KEPT)],
        "tables": tables_shown(Schema.of_catalogue().fingerprint),
        **more,
    }
    return render(request, "analytics/sql.html", context, status=status)


def _unpublished() -> bool:
    """Is there nothing to ask yet?"""
    try:
        newest(folder_of_settings())
    except Unpublished:
        return True
    return False


@cache
def tables_shown(fingerprint: str) -> str:  # noqa: ARG001 - what the cache goes by
    """The list of tables: those of all games with their columns, those of one game by name. Drawn once: it is long."""
    found = dictionary()
    common = [each for each in found if each.stability == "stable" or each.name == "ratings"]
    rest = [each for each in found if each not in common]
    groups: list[tuple[str, list[shapes.TableShown]]] = []
    for name, rules in GAMES.items():
        own = [each for each in rest if name in each.name and each.stability == "rules"]
        groups.append((rules.title, own))
    known = {each.name for each in common} | {each.name for _, group in groups for each in group}
    groups.append(("Views for our reports", [each for each in rest if each.name not in known]))
    return render_to_string("analytics/sql_tables.html", {"common": common, "groups": groups})
