"""What will the clients of the HTTP measurement send? Whole games, played beforehand in memory."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import UUID, uuid4

CLIENTS = 8
RULES, SEATS = "spooky_bar", 4


def beside(game: UUID) -> UUID:
    """The stream to which the bare view appends while this game is played."""
    return UUID(int=game.int ^ 1)


def plans_prepare(games: int) -> list[list[list[str]]]:
    """Create `games` games for each client and return all their choices as (path, token, key, body), in order."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from gameplay.api.tokens import Scope, token_issue
    from gameplay.selectors import player_of

    call_command("migrate", verbosity=0)
    people = []
    for _ in range(SEATS):
        user = get_user_model().objects.create_user(f"perf-{uuid4().hex[:12]}")
        _, secret = token_issue(user=user, name="perf", scopes=list(Scope))
        people.append((player_of(user), secret))
    return [[request for _ in range(games) for request in _game_plan(people)] for _ in range(CLIENTS)]


def _game_plan(people: list[Any]) -> list[list[str]]:
    import msgspec

    from events import store
    from gameplay import fairness, services, tables
    from gameplay.models import DealerSecret
    from gameplay.rules import kernel
    from gameplay.rules.chance import RandomChance, draw
    from gameplay.rules.contract import DEALER
    from gameplay.selectors import Viewer

    game, _ = services.game_create(player=people[0][0], rules=RULES, seats=SEATS)
    store.append(stream=beside(game), events=[store.NewEvent(kind="bare", actor="bare", body=b"{}")], expected_version=0)
    for player, _ in people:
        services.seat_take(game_id=game, viewer=Viewer(player=player.id))
    services.game_start(game_id=game, viewer=Viewer(player=people[0][0].id))
    table = tables.caught_up(game).table
    secret = bytes(DealerSecret.objects.get(game=game).secret)
    chance, plan = RandomChance(str(game)), []
    while not table.over:
        awaited = kernel.awaiting(table.state)
        seat = kernel.due(table.state)[0]
        if seat == DEALER:
            choice = fairness.draw(table, secret)
        elif (only := kernel.forced(table.state)) is not None:
            choice = only[1]
        else:
            choice = draw(kernel.options(table.state, seat), chance)
            body = msgspec.json.encode({"decision": f"d{awaited[seat]}", "choice": choice}).decode()
            plan.append([f"/api/v1/games/{game}/choices", people[seat][1], f"{seat}-{awaited[seat]}", body])
        kernel.evolve(table.state, seat, choice, kernel.ignore)
    return plan


if __name__ == "__main__":
    print(json.dumps(plans_prepare(int(sys.argv[1]))))
