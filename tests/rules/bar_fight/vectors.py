"""How is a conformance vector of Bar Fight carried out?

This adapter knows no rules: it lays the table that `given` describes, sends the commands, and compares what the referee's
view says with `expect`. A key that it does not know is an error, so nothing in a vector goes unread.
"""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import DECK_OF, Pass, in_order
from gameplay.rules.bar_fight.restock import ChooseDraws
from gameplay.rules.contract import REFEREE, Illegal

from . import build

UNION: Any = typing.Union[RULES.choices]  # noqa: UP007 - built from a tuple
CODES = {"BAD_SEAT_COUNT": "bad_config"}


def commands_of(command: Mapping[str, Any]) -> Any:
    """A command as the choice that a client would send."""
    body = {key: value for key, value in command.items() if key not in ("seat", "do", "error", "asking")}
    return msgspec.convert({"type": command["do"], **body}, UNION).canonical()


class Run:
    """One vector: a table, who has been asked what before each command, and all that each seat was told."""

    def __init__(self, given: Mapping[str, Any], rng: Mapping[str, Any]) -> None:
        self.told = build.Listener()
        self.rng = dict(rng)
        self.asked: list[dict[int, int]] = []
        self.sent: list[tuple[int, Any]] = []
        given = dict(given)
        self.phase = given.pop("phase")
        seats = given.pop("seats", 2)
        if self.phase in ("create", "setup"):
            self.s: Any = build.begun(seats, tell=self.told)
            assert not given
        else:
            self.lay(seats, given)
        self.before = self.view()

    def lay(self, seats: int, given: dict[str, Any]) -> None:
        s = self.s = build.opened(seats, bars=given.pop("bars", {}))
        s.round = given.pop("round", 1)
        decks: dict[str, dict[str, Any]] = {"piles": {}, "tops": {}, "discards": {}}
        for deck in ("spirit", "mixer", "twist"):
            for name, key in (("piles", "deck"), ("tops", "deck_top"), ("discards", "discard")):
                if f"{deck}_{key}" in given:
                    decks[name][deck] = given.pop(f"{deck}_{key}")
        judges = {"judges": given.pop("judges", ())}
        if "judge_deck" in given:
            judges["judge_pile"] = given.pop("judge_deck")
        judges["judge_tops"] = given.pop("judge_deck_top", ())
        build.lay(s, hands=given.pop("hands", {}), **decks, **judges)
        for seat, count in given.pop("ribbons", {}).items():
            s.awards[seat] = count
        s.awards_left = given.pop("awards_left", s.awards_left)
        cocktails = {seat: list(cocktail.values()) for seat, cocktail in given.pop("cocktails", {}).items()}
        match self.phase:
            case "mixing":
                build.at_mixing(s)
            case "fight_window_B":
                build.at_window_b(s, cocktails)
            case "score_start":
                build.at_window_b(s, cocktails)
            case "restock":
                while not isinstance(s.stack[-1], ChooseDraws):
                    s.stack.pop()
                s.phase, s.judge = "restock", None
                kernel.settle(s, kernel.ignore)
                assert given.pop("current_judge_taken", True)
            case _:
                assert self.phase == "fight_window_A"
        asked = given.pop("asked", {"seats": "all"})["seats"]
        for seat in given.pop("passed", []):
            build.answer(s, seat, Pass())
        assert self.phase == "score_start" or asked == "all" or asked == list(kernel.awaiting(s))
        assert not given, given

    def view(self) -> Any:
        return RULES.view(self.s, REFEREE)

    def go(self, commands: Sequence[Mapping[str, Any]]) -> None:
        """Send the commands; where scoring is what a vector is about, the window is closed first."""
        if self.phase == "score_start":
            build.pass_all(self.s, self.told)
            self.deal()
        for command in commands:
            self.asked.append(dict(kernel.awaiting(self.s)))
            if "error" in command:
                assert self.refused(command) == CODES.get(command["error"], command["error"].lower()), command
            elif command["do"] == "create_game":
                self.s = build.begun(command["seats"])
            else:
                choice = commands_of(command)
                build.answer(self.s, command["seat"], choice, self.told)
                self.sent.append((command["seat"], choice))
                self.deal()

    def deal(self) -> None:
        orders = {"mixer": self.rng["rebuilt_mixer_deck"]} if "rebuilt_mixer_deck" in self.rng else {}
        build.deal(self.s, orders=orders, twist=self.rng.get("pickpocket_choice"), tell=self.told)

    def refused(self, command: Mapping[str, Any]) -> str:
        """The code that a client gets: the service looks for the decision first, then the rules decide."""
        if command["do"] == "create_game":
            try:
                build.begun(command["seats"])
            except Illegal as illegal:
                return illegal.code
            return "accepted"
        seat, now = command["seat"], kernel.awaiting(self.s)
        if "asking" in command:
            named = self.asked[command["asking"]][seat]
            if named != now.get(seat) and named < self.s.asked[seat]:
                return "decision_closed"
        return build.refusal(self.s, seat, commands_of(command))


def counts(view: Any, seat: int) -> dict[str, int]:
    shown = view.seats[seat]
    return {"spirits": shown.spirits, "mixers": shown.mixers, "twists": shown.twists}


def cards(view: Any, seat: int) -> dict[str, list[str]]:
    shown = view.secret.hands[seat]
    return {"spirits": shown.spirits, "mixers": shown.mixers, "twists": shown.twists}


def gained(run: Run, seat: int) -> Counter[str]:
    """What is in a hand now and was not before the first command."""
    after, before = (Counter(card for kind in cards(view, seat).values() for card in kind) for view in (run.view(), run.before))
    return after - before


def discards(view: Any, deck: str) -> list[str]:
    return list(next(shown.discarded for shown in view.decks if shown.deck == deck))


def seen_by(run: Run, seat: int) -> str:
    """Everything that a seat has been shown, as JSON: its view, its facts, the choices of others."""
    facts = [fact for fact in run.told.facts if fact.seen_by(seat)]
    choices = [RULES.redact(choice, other, seat) for other, choice in run.sent if other != seat]
    return msgspec.json.encode([RULES.view(run.s, seat), facts, choices]).decode()


def check(run: Run, expect: Mapping[str, Any], vector: Mapping[str, Any]) -> None:
    """Compare everything that `expect` says."""
    view = run.view()
    for key, value in expect.items():
        match key:
            case "breakdown":
                for seat, points in value.items():
                    assert list(msgspec.to_builtins(view.seats[seat].score).values()) == points, seat
            case "totals":
                for seat, total in value.items():
                    score = view.seats[seat].score
                    assert (score.total if score else None) == total
            case "ribbons":
                assert {seat: view.seats[seat].ribbons for seat in value} == value
            case "judges_won":
                assert {shown.seat: shown.judges_won for shown in view.seats if shown.judges_won} == value
            case "judges_discarded":
                assert view.judges_discarded == value
            case "awards_left":
                assert view.awards_left == value
            case "hand_gains":
                assert {seat: gained(run, seat) for seat in value} == {seat: Counter(added) for seat, added in value.items()}
            case "hand_gains_mixers":
                found = {seat: Counter({card: n for card, n in gained(run, seat).items() if DECK_OF[card] == "mixer"}) for seat in value}  # type: ignore[index]
                assert found == {seat: Counter(added) for seat, added in value.items()}
            case "spirit_discard_gains":
                assert Counter(discards(view, "spirit")) - Counter(discards(run.before, "spirit")) == Counter(value)
            case "asked":
                assert list(kernel.awaiting(run.s)) == value["seats"]
                assert build.asked(run.s) == value["for"].lower()
            case "game_over":
                assert (view.phase == "over" and not run.s.stack) == value
            case "winners":
                assert RULES.result(run.s).winners == value
            case "revealed":
                for seat, (spirit, *mixers) in value.items():
                    assert (view.seats[seat].cocktail.spirit, Counter(view.seats[seat].cocktail.mixers)) == (spirit, Counter(mixers))
            case "same_as_with_commands_swapped":
                other = Run(vector["given"], vector.get("rng", {}))
                other.go(vector["commands"][::-1])
                assert other.view() == view and value
            case "hand_counts":
                assert {seat: counts(view, seat) for seat in value} == value
            case "hands":
                for seat, kinds in value.items():
                    assert {kind: Counter(cards(view, seat)[kind]) for kind in kinds} == {kind: Counter(kinds[kind]) for kind in kinds}
            case "starting_spirits":
                assert {seat: view.secret.hands[seat].spirits for seat in value} == {
                    seat: in_order(spirits) for seat, spirits in value.items()
                }
            case "decks":
                found = {shown.deck: shown.left for shown in view.decks} | {"judge": view.judges_left}
                assert found == value
            case "judges_on_table":
                assert 1 + len(view.future_judges) == value
            case "judges":
                assert [view.judge, *view.future_judges] == value
            case "judges_after_restock":
                later = deepcopy(run.s)
                for seat in list(kernel.awaiting(later)):
                    build.answer(later, seat, next(iter(kernel.options(later, seat))))
                build.deal(later)
                found = RULES.view(later, REFEREE)
                assert [found.judge, *found.future_judges] == value
            case "mixer_deck":
                assert next(pile.cards for pile in view.secret.piles if pile.deck == "mixer") == value
            case "mixer_discard":
                assert discards(view, "mixer") == value
            case "view_of_seat_1":
                for what, wanted in value.items():
                    if what == "must_not_contain":
                        assert not [word for word in wanted if f'"{word}"' in seen_by(run, 1)]
                    else:
                        assert what == "seat_0_committed"
                        assert RULES.view(run.s, 1).seats[0].committed == wanted
            case _:
                raise KeyError(key)


def carry_out(vector: Mapping[str, Any]) -> None:
    """A vector, whole."""
    vector = deepcopy(dict(vector))
    assert set(vector) <= {"id", "title", "origin", "clauses", "given", "rng", "commands", "expect"}
    run = Run(vector["given"], vector.get("rng", {}))
    run.go(vector["commands"])
    check(run, vector["expect"], vector)
