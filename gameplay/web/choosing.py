"""How does what a person filled in become a choice?"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
from django.http import QueryDict

from gameplay.documents import DecisionShown
from gameplay.errors import CODES, GameplayError
from gameplay.rules.contract import Field, Form


def choice_read(posted: QueryDict, decisions: list[DecisionShown]) -> dict[str, Any]:
    """The choice of a button (its JSON), or the one that the fields of a form make. Raises `choice_malformed`, `decision_closed`."""
    if "choice" in posted:
        try:
            return msgspec.json.decode(str(posted["choice"]), type=dict[str, Any])
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise _malformed() from None
    decision = next((each for each in decisions if each.id == posted.get("decision")), None)
    if decision is None:
        raise GameplayError("decision_closed", CODES["decision_closed"], decisions=decisions)
    number = posted.get("form", "")
    if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(decision.forms)):
        raise _malformed()
    return built(decision.forms[int(number)], posted)


def built(form: Form, posted: QueryDict) -> dict[str, Any]:
    """The choice that these fields make. A field is filled in by the positions of its values."""
    choice: dict[str, Any] = {"type": form.choice}
    for index, field in enumerate(form.fields):
        given = posted.getlist(f"field-{index}")
        if field.pick == "text":
            _put(choice, field.name, given[0] if given else "")
            continue
        picked = [_value(field, position) for position in given if position != ""]
        if field.pick == "some":
            _put(choice, field.name, picked)
        elif picked:
            _put(choice, field.name, picked[0])
        elif field.least:
            raise _malformed()
    return choice


def _value(field: Field, position: str) -> int | str:
    if not (position.isascii() and position.isdigit() and len(position) < 5 and int(position) < len(field.values)):
        raise _malformed()
    return field.values[int(position)]


def _put(choice: dict[str, Any], name: str, value: Any) -> None:
    """Put a value where its dotted name leads: `messages.0.kind` is the kind of the first of a list."""
    parts = name.split(".")
    last = parts[-1]
    place: Any = choice
    for step, following in pairwise(parts):
        inner: Any = [] if following.isdigit() else {}
        place = _inside(place, step, inner)
    if isinstance(place, list):
        place.append(value)
    else:
        place[last] = value


def _inside(place: Any, step: str, inner: Any) -> Any:
    if isinstance(place, list):
        while len(place) <= int(step):
            place.append(inner)
        return place[int(step)]
    return place.setdefault(step, inner)


def _malformed() -> GameplayError:
    return GameplayError("choice_malformed", CODES["choice_malformed"])
