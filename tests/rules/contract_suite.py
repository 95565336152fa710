"""What must hold for every game, whatever its rules?

Each `check_…` plays games of one case (a game, a number of seats, options) and asserts one promise of the contract.
`test_contract.py` runs them over the whole catalogue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance, draw
from gameplay.rules.contract import DEALER, EVERYBODY, REFEREE, SPECTATOR, Choice, LargeOptions, as_list

from .playing import LISTED, TRIED, Case, Pool, cases, copy, fold, mutants, record, refusal, walk


def check_offers(case: Case, seed: int) -> None:
    """Somebody is always waited for; options are never empty; what is offered is accepted in its canonical form, all else refused; nothing changes the state."""
    chance = RandomChance(seed)
    pool = Pool(case, chance)
    for s, _ in walk(case, seed):
        before = kernel.dump(s)
        assert kernel.due(s) and set(kernel.due(s)) <= set(kernel.awaiting(s))
        for seat in kernel.awaiting(s):
            options = kernel.options(s, seat)
            assert len(options) > 0
            listed = as_list(options, 8 if isinstance(options, LargeOptions) and len(options) > LISTED else LISTED)
            pool.add(listed)
            for choice in listed:
                assert type(choice) in (case.rules.answers if seat == DEALER else case.rules.choices)
                assert choice.canonical() == choice
            for choice in listed if len(listed) <= TRIED else [listed[chance.below(len(listed))] for _ in range(TRIED)]:
                assert refusal(s, seat, choice) is None
            others = [*pool.some(6), *mutants(case, listed[chance.below(len(listed))], chance)]
            for choice in others:
                legal = choice in (listed if len(listed) == len(options) else options)
                assert (refusal(s, seat, choice) is None) == legal
            if isinstance(options, LargeOptions):
                assert options.draw(chance) in options
                assert options.forms()
        assert kernel.dump(s) == before


def check_only_the_asked_may_answer(case: Case, seed: int) -> None:
    """A seat that is not asked is refused, whatever it sends, and so is everybody when the game is over."""
    s, choice = None, None
    for s, (seat, choice) in walk(case, seed):
        for other in (*range(case.seats), DEALER, SPECTATOR, REFEREE, case.seats):
            if other not in kernel.awaiting(s):
                refused = refusal(s, other, choice)
                assert refused is not None and refused[0] not in ("choice_not_offered", "game_over"), (other, seat)
    assert s is not None and choice is not None
    for seat in range(case.seats):
        refused = refusal(s, seat, choice)
        assert refused is not None and refused[0] == "game_over"


def check_plain_data(case: Case, seed: int) -> None:
    """The state survives JSON at every event, and a game that is saved and loaded at every event ends like one that is not."""
    log = record(case, seed)
    s = case.begin()
    for seat, choice in log:
        raw = kernel.dump(s)
        s = kernel.load(case.rules, raw)
        assert kernel.dump(s) == raw
        kernel.evolve(s, seat, msgspec.json.decode(msgspec.json.encode(choice), type=type(choice)), kernel.ignore)
    assert kernel.dump(s) == kernel.dump(fold(case, log))


def check_conserved(case: Case, seed: int) -> None:
    """Components are conserved in every state."""
    for s, _ in walk(case, seed):
        case.own.conserved(s)


def check_reads_change_nothing(case: Case, seed: int) -> None:
    """`view`, `scores`, `forced` and `redeal` leave the state byte-identical; every view is of the declared type."""
    chance = RandomChance(seed)
    for s, _ in walk(case, seed):
        before = kernel.dump(s)
        for viewer in (*range(case.seats), SPECTATOR, REFEREE):
            seen = case.rules.view(s, viewer)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=case.rules.view_type) == seen
        assert all(isinstance(points, int) for points in case.rules.scores(s))
        kernel.forced(s)
        case.rules.redeal(s, chance.below(case.seats), chance)
        assert kernel.dump(s) == before


def check_views_are_copies(case: Case, seed: int) -> None:
    """A view that was taken stays as it was when the game goes on: it shares nothing with the state."""
    taken: list[tuple[Any, bytes]] = []
    for s, _ in walk(case, seed):
        for seen, raw in taken:
            assert msgspec.json.encode(seen) == raw
        views = [case.rules.view(s, viewer) for viewer in (*range(case.seats), SPECTATOR, REFEREE)]
        taken = [(seen, msgspec.json.encode(seen)) for seen in views]


def check_redealt_for_everybody(case: Case, seed: int) -> None:
    """What no seat can see is dealt anew: every seat sees, is asked and is refused as before."""
    chance = RandomChance(seed)
    pool = Pool(case, chance)
    differed = False
    for number, (s, (seat, choice)) in enumerate(walk(case, seed)):
        pool.add([choice] if seat != DEALER else [])
        if DEALER in kernel.awaiting(s) or number % 3:
            continue
        twin = case.rules.redeal(s, EVERYBODY, chance)
        case.own.conserved(twin)
        differed |= kernel.dump(twin) != kernel.dump(s)
        tries = pool.some(2)
        for viewer in (*range(case.seats), SPECTATOR):
            assert what_is_seen(case, s, viewer, tries) == what_is_seen(case, twin, viewer, tries)
    assert differed, "redeal deals nothing anew for everybody"


def check_result(case: Case, seed: int) -> None:
    """A finished game has a score for each participant and a winner (or all have lost together), and its public scores are the result's."""
    s = fold(case, record(case, seed))
    result = case.rules.result(s)
    assert len(result.scores) >= case.seats
    assert result.winners or case.rules.cooperative
    assert set(result.winners) <= set(range(len(result.scores)))
    assert list(case.rules.scores(s)) == result.scores


def check_facts(case: Case, seed: int) -> None:
    """Every fact is of a declared type, holds what its type says, and is told to viewers that exist."""
    told: list[Any] = []
    fold(case, record(case, seed), told.append)
    assert told
    for fact in told:
        assert type(fact) in case.rules.facts
        assert msgspec.convert(msgspec.to_builtins(fact), type(fact)) == fact
        assert any(fact.seen_by(viewer) for viewer in range(case.seats))
        assert fact.seen_by(REFEREE) in (True, False)


def check_forced(case: Case, seed: int) -> None:
    """A forced answer is the only one offered, and only compulsory decisions of one seat have one."""
    for s, _ in walk(case, seed):
        forced = kernel.forced(s)
        if forced is not None:
            seat, choice = forced
            assert list(kernel.options(s, seat)) == [choice]
            assert kernel.decision(s).automatic and list(kernel.awaiting(s)) == [seat]


def what_is_seen(case: Case, s: Any, viewer: int, tries: Sequence[Choice]) -> list[Any]:
    """Everything that leaves for this viewer: view, scores, prompts, what is forced, options, refusals."""
    rules = case.rules
    asked = kernel.awaiting(s)
    forced = kernel.forced(s)
    seen: list[Any] = [
        msgspec.json.encode(rules.view(s, viewer)),
        list(rules.scores(s)),
        dict(asked),
        kernel.due(s),
        kernel.decision(s).__struct_config__.tag,
        forced and (forced[0], rules.redact(forced[1], forced[0], viewer)),
    ]
    if viewer in asked:
        options = kernel.options(s, viewer)
        seen.append([len(options), as_list(options, LISTED if len(options) <= LISTED else 10 * TRIED)])
    if viewer >= 0:
        seen.append([refusal(s, viewer, choice) for choice in tries])
    return seen


def check_non_interference(case: Case, seed: int) -> None:
    """Two games that differ only in what a viewer can't see look, ask and refuse alike, byte by byte."""
    chance = RandomChance(seed)
    pool = Pool(case, chance)
    viewers = (*range(case.seats), SPECTATOR)
    differed = False
    for number, (s, (seat, choice)) in enumerate(walk(case, seed)):
        pool.add([choice] if seat != DEALER else [])
        if DEALER in kernel.awaiting(s):
            continue
        viewer = viewers[number % len(viewers)]
        twin = case.rules.redeal(s, viewer, chance)
        case.own.conserved(twin)
        differed |= kernel.dump(twin) != kernel.dump(s)
        tries = [*pool.some(4), choice]
        assert what_is_seen(case, s, viewer, tries) == what_is_seen(case, twin, viewer, tries)
        if number % 7 == 0:
            assert what_is_seen(case, case.rules.redeal(s, REFEREE, chance), REFEREE, []) == what_is_seen(case, s, REFEREE, [])
    assert differed, "redeal deals nothing anew"


def check_redealt_games_go_on(case: Case, seed: int) -> None:
    """A redealt state is a state of the game: from it, play goes on to the end."""
    chance = RandomChance(seed)
    points = [number for number, _ in enumerate(walk(case, seed))]
    at = points[len(points) // 3 + chance.below(len(points) // 3)]
    for number, (s, _) in enumerate(walk(case, seed)):
        if number < at or DEALER in kernel.awaiting(s):
            continue
        twin = case.rules.redeal(s, chance.below(case.seats), chance)
        for _ in range(case.own.MOST_ANSWERS):
            if not twin.stack:
                return
            seat = kernel.due(twin)[0]
            kernel.evolve(twin, seat, draw(kernel.options(twin, seat), chance), kernel.ignore)
            case.own.conserved(twin)
        raise AssertionError("the redealt game does not end")


def check_hidden_answers_tell_nothing(case: Case, seed: int) -> None:
    """While others are still asked, a hidden answer looks the same to a viewer whatever it was."""
    chance = RandomChance(seed)
    for s, (seat, choice) in walk(case, seed):
        if not kernel.decision(s).group or len(kernel.awaiting(s)) < 2:
            continue
        other = draw(kernel.options(s, seat), chance)
        for viewer in (*range(case.seats), SPECTATOR):
            if case.rules.redact(choice, seat, viewer) is None and case.rules.redact(other, seat, viewer) is None:
                assert _told_by(case, s, seat, choice, viewer) == _told_by(case, s, seat, other, viewer)


def _told_by(case: Case, s: Any, seat: int, choice: Choice, viewer: int) -> list[Any]:
    after, told = copy(case, s), []
    kernel.evolve(after, seat, choice, told.append)
    return [[fact for fact in told if fact.seen_by(viewer)], what_is_seen(case, after, viewer, [])]


def check_interleaved(case: Case, seed: int) -> None:
    """Two games folded turn by turn in one process end as if each were alone."""
    logs = [record(case, seed), record(case, seed + 1)]
    alone = [kernel.dump(fold(case, log)) for log in logs]
    together = [case.begin(), case.begin()]
    for turn in range(max(map(len, logs))):
        for s, log in zip(together, logs, strict=True):
            if turn < len(log):
                kernel.evolve(s, *log[turn], kernel.ignore)
    assert [kernel.dump(s) for s in together] == alone


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]


def digest() -> str:
    """Of the logs, the facts, the views and the ends of one game of each case: the same in every process."""
    found = hashlib.sha256()
    for case in cases():
        told: list[Any] = []
        log = record(case, 0)
        s = fold(case, log, told.append)
        seen = [case.rules.view(s, viewer) for viewer in (0, SPECTATOR, REFEREE)]
        for part in (log, told, seen):
            found.update(msgspec.json.encode(part))
        found.update(kernel.dump(s))
    return found.hexdigest()
