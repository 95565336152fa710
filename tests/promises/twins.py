"""How are two logs made that differ only in what one viewer can't see?

A game is played by chance, then lived through a second time: the dealer shuffles a little differently and the other seats
choose differently, wherever the viewer sees, is asked and is told exactly the same as in the first game. What "the same"
means is asked of the rules alone (view, redact, seen_by, options); what the service makes of it is for the test to compare.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from events.shapes import NewEvent
from gameplay import log
from gameplay.rules import kernel
from gameplay.rules.chance import Orders, RandomChance, draw
from gameplay.rules.contract import DEALER, Choice, LargeOptions, Rules, as_list

Line = list[tuple[int, Choice]]
LISTED = 200
ATTEMPTS = 400
CANDIDATES = 12
LATE = 5
"""So many answers before the end the other seats may well choose differently."""


def begun(rules: Rules, seats: int) -> Any:
    s = rules.setup(seats, rules.options(), rules.editions[rules.edition])
    kernel.settle(s, kernel.ignore)
    return s


def copy(rules: Rules, s: Any) -> Any:
    return kernel.load(rules, kernel.dump(s))


def played(rules: Rules, seats: int, seed: int, length: int) -> Line:
    """The first answers of a game played by chance; it stops where a seat is asked."""
    s, chance, line = begun(rules, seats), RandomChance(seed), []
    while s.stack and (len(line) < length or DEALER in kernel.awaiting(s)):
        seat = kernel.due(s)[0]
        choice = draw(kernel.options(s, seat), chance).canonical()
        line.append((seat, choice))
        kernel.evolve(s, seat, choice, kernel.ignore)
    return line


def seen(rules: Rules, s: Any, viewer: int, answer: tuple[int, Choice], told: list[Any]) -> bytes:
    """All that this viewer may know after an answer."""
    seat, choice = answer
    asked = kernel.awaiting(s)
    mine = as_list(kernel.options(s, viewer), LISTED) if viewer in asked else []
    return msgspec.json.encode(
        [
            rules.view(s, viewer),
            rules.redact(choice, seat, viewer),
            [fact for fact in told if fact.seen_by(viewer)],
            str(kernel.decision(s).__struct_config__.tag) if s.stack else "",
            mine,
        ]
    )


def twin(rules: Rules, seats: int, line: Line, viewer: int, seed: int) -> Line:
    """Another game that this viewer can't tell from the first."""
    dice = random.Random(seed)
    s, wanted = begun(rules, seats), []
    for answer in line:
        told: list[Any] = []
        kernel.evolve(s, *answer, told.append)
        wanted.append(seen(rules, s, viewer, answer, told))
    for _ in range(ATTEMPTS):
        other = _attempt(rules, seats, line, viewer, wanted, dice)
        if other is not None and other != line:
            return other
    raise AssertionError(f"no other game looks the same to viewer {viewer}")


def _attempt(rules: Rules, seats: int, line: Line, viewer: int, wanted: list[bytes], dice: random.Random) -> Line | None:
    s, other = begun(rules, seats), []
    for left, (seat, choice), same in zip(range(len(line), 0, -1), line, wanted, strict=True):
        # What is chosen early comes to light sooner or later: a twin that chose differently then is none.
        stray = dice.random() < (0.7 if left <= LATE else 0.02)
        for candidate in _candidates(rules, s, seat, choice, viewer, dice, stray):
            after, told = copy(rules, s), []
            kernel.evolve(after, seat, candidate, told.append)
            if seen(rules, after, viewer, (seat, candidate), told) == same:
                break
        else:
            return None
        other.append((seat, candidate))
        s = after
    return other


def _candidates(rules: Rules, s: Any, seat: int, choice: Choice, viewer: int, dice: random.Random, stray: bool) -> list[Choice]:
    if seat not in kernel.awaiting(s):
        return []
    options = kernel.options(s, seat)
    if seat == viewer:
        return [choice] if choice in options else []
    if seat == DEALER and isinstance(options, Orders):
        found: list[Choice] = [_swapped(options, choice, dice)] if dice.random() < 0.6 else []
        return [*found, choice]
    if not stray:
        return [choice] if choice in options else []
    as_before = rules.redact(choice, seat, viewer)
    if isinstance(options, LargeOptions):
        chance = RandomChance(dice.random())
        others = [draw(options, chance) for _ in range(CANDIDATES)]
    else:
        others = dice.sample(list(options), min(len(options), CANDIDATES))
    return [c for c in (*others, choice) if c in options and rules.redact(c, seat, viewer) == as_before]


def _swapped(options: Orders, choice: Choice, dice: random.Random) -> Choice:
    """The same order but for two places, counted from the end more often: what lies deep is seen late."""
    order = list(getattr(choice, options.field))
    if len(order) > 1:
        a, b = dice.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
    return options.answer(**{options.field: order})


def events(rules: Rules, players: list[str], line: Line) -> list[NewEvent]:
    """The log of this game, as the service writes it."""
    deck = rules.editions[rules.edition]
    created = log.GameCreated(
        rules=rules.name,
        rules_version=rules.version,
        edition=deck.name,
        deck_digest=deck.digest,
        options=msgspec.to_builtins(rules.options()),
        seats=len(players),
        epoch=1,
        commitment="0" * 64,
    )
    found = [NewEvent(kind=log.GAME_CREATED, actor=players[0], body=log.encode(created))]
    for seat, player in enumerate(players):
        found.append(NewEvent(kind=log.SEAT_TAKEN, actor=player, body=log.encode(log.SeatChanged(seat, player))))
    found.append(NewEvent(kind=log.GAME_STARTED, actor=players[0], body=log.encode(log.Nothing())))
    s = begun(rules, len(players))
    for seat, choice in line:
        decision = f"d{kernel.awaiting(s)[seat]}"
        if seat == DEALER:
            dealt = log.DealerAnswered(decision, choice)
            found.append(NewEvent(kind=log.DEALER_ANSWERED, actor=log.DEALER_ACTOR, body=log.encode(dealt)))
        else:
            made = log.ChoiceMade(decision, seat, choice, auto=kernel.forced(s) == (seat, choice))
            found.append(NewEvent(kind=log.CHOICE_MADE, actor=players[seat], body=log.encode(made)))
        kernel.evolve(s, seat, choice, kernel.ignore)
    return found
