"""Which games can be played, by which rules and with which cards?"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from django.http import HttpResponse

from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Rules

from . import shapes
from .endpoint import ApiView, Call
from .errors import Problem
from .operations import operation
from .tokens import Scope


def _found(name: str) -> Rules:
    if name not in GAMES:
        raise Problem("not_found")
    return GAMES[name]


def _summary(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "seats": shapes.SeatRange(least=rules.seats.start, most=rules.seats.stop - 1),
        "edition": rules.edition,
        "bots": list(rules.bots),
    }


def _union(types: tuple[type[msgspec.Struct], ...]) -> Any:
    found: Any = types[0]
    for each in types[1:]:
        found = found | each
    return found


def clauses_of(rules: Rules) -> list[shapes.Clause]:
    """The clauses of a specification: paragraphs that begin with a clause id in bold."""
    pattern = re.compile(rf"^\s*-?\s*\*\*({re.escape(rules.prefix)}[\w.]+)\*\*\s*(.*)$", re.MULTILINE)
    return [shapes.Clause(id=match[1], text=match[2].strip()) for match in pattern.finditer(rules.text)]


@cache
def _shown(name: str) -> shapes.RulesShown:
    rules = GAMES[name]
    return shapes.RulesShown(
        **_summary(rules),
        editions=list(rules.editions),
        clauses=clauses_of(rules),
        options_schema=msgspec.json.schema(rules.options),
        choice_schema=msgspec.json.schema(_union(rules.choices)),
        fact_schema=msgspec.json.schema(_union(rules.facts)),
        view_schema=msgspec.json.schema(rules.view_type),
    )


class RulesListView(ApiView):
    @operation(
        id="rules_list",
        tag="rules",
        summary="The games that can be played",
        scope=Scope.GAMES_READ,
        anonymous=True,
        answers={200: shapes.RulesList},
        etag=True,
    )
    def get(self, call: Call[None, None]) -> HttpResponse:
        return call.answer(shapes.RulesList(items=[shapes.RulesSummary(**_summary(rules)) for rules in GAMES.values()]))


class RulesView(ApiView):
    @operation(
        id="rules_get",
        tag="rules",
        summary="One game: seats, options, clauses and the schemas of all its parts",
        scope=Scope.GAMES_READ,
        anonymous=True,
        answers={200: shapes.RulesShown},
        etag=True,
    )
    def get(self, call: Call[None, None], name: str) -> HttpResponse:
        return call.answer(_shown(_found(name).name))


class DecksView(ApiView):
    @operation(
        id="decks_list",
        tag="rules",
        summary="The deck editions of a game",
        scope=Scope.GAMES_READ,
        anonymous=True,
        answers={200: shapes.DeckList},
        etag=True,
    )
    def get(self, call: Call[None, None], name: str) -> HttpResponse:
        rules = _found(name)
        return call.answer(
            shapes.DeckList(
                items=[
                    shapes.DeckSummary(edition=edition.name, digest=edition.digest, current=edition.name == rules.edition)
                    for edition in rules.editions.values()
                ]
            )
        )


class DeckView(ApiView):
    @operation(
        id="decks_get",
        tag="rules",
        summary="The cards of a deck edition, each with its source",
        scope=Scope.GAMES_READ,
        anonymous=True,
        answers={200: shapes.DeckShown},
        etag=True,
    )
    def get(self, call: Call[None, None], name: str, edition: str) -> HttpResponse:
        rules = _found(name)
        found = rules.editions.get(edition)
        if found is None:
            raise Problem("not_found")
        return call.answer(shapes.DeckShown(edition=found.name, digest=found.digest, current=found.name == rules.edition, deck=found.deck))
