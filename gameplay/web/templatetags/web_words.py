"""Which filters do the pages' templates use to say things of a game?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django import template

from gameplay.rules.contract import Form
from gameplay.web import words

register = template.Library()
CLAUSES: Final = re.compile(r"^([A-Z]{2}-\S+\s+)+")


@register.filter
def seated(seat: Any, names: words.Names) -> str:
    """A seat by who sits there."""
    return words.said(seat, names, "seat")


@register.filter
def said(value: Any, names: words.Names | None = None) -> str:
    """Any value in words."""
    return words.said(value, words.Names() if names is None else names)


@register.filter
def spaced(text: Any) -> str:
    return words.spaced(str(text))


@register.filter
def kind(text: str) -> str:
    """An event's kind."""
    return words.kind_said(text)


@register.filter
def json(value: Any) -> str:
    """As the API would say it."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


@register.filter
def compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@register.filter
def tally(things: Iterable[Any]) -> list[tuple[str, int]]:
    """Equal things once, with how often they are there."""
    found: dict[str, int] = {}
    for thing in things:
        found[words.said(thing, words.Names())] = found.get(words.said(thing, words.Names()), 0) + 1
    return sorted(found.items())


@register.filter
def clock_time(text: str) -> str:
    """An RFC 3339 time to the second."""
    return text[:19].replace("T", " ")


@register.filter
def question(prompt: str) -> str:
    """What is asked, without the clauses that it comes from."""
    return CLAUSES.sub("", prompt)


@register.filter
def form_title(form: Form) -> str:
    """What a form builds, with what is fixed in it: `Speak: hint`."""
    fixed = [words.spaced(str(field.values[0])) for field in form.fields if field.pick == "one" and field.least and len(field.values) == 1]
    title = words.spaced(form.choice).capitalize()
    return f"{title}: {', '.join(fixed)}" if fixed else title
