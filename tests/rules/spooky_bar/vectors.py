"""How is a conformance vector of Spooky Bar carried out?

This adapter knows no rules: it lays the table that `given` describes, sends the commands of `when`, and compares what the
views and facts say with `then`. A key that it does not know is an error, so nothing in a vector goes unread.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, REFEREE, Illegal
from gameplay.rules.spooky_bar import RULES
from gameplay.rules.spooky_bar import choices as c
from gameplay.rules.spooky_bar import facts as f
from gameplay.rules.spooky_bar.flow import EndRound
from gameplay.rules.spooky_bar.series import EndGame

from . import build

SEATS = {"A": 0, "B": 1, "C": 2, "D": 3, "Tom": 2}
COUNTS = {"void": 0, "unused": 0, "once": 1, "twice": 2, "pink": "pink"}


def seat_map(named: Mapping[str, Any]) -> dict[int, Any]:
    return {SEATS[name]: value for name, value in named.items()}


def bar_given(bar: Mapping[str, Any]) -> dict[str, Any]:
    bar = dict(bar)
    found: dict[str, Any] = {}
    order = bar.pop("order", None)
    if "guests" in bar:
        guests = bar.pop("guests")
        found["guests"] = {guest: guests[guest] for guest in order or guests}
    ghosts = bar.pop("ghosts", {})
    found["ghosts"] = {"white": ghosts.get("w", 0), "pink": ghosts.get("p", 0)}
    assert not bar, bar
    return found


class Run:
    """One case: a table, what was told on it, and the table as it was after each card."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self.told: list[Any] = []
        self.asked: list[tuple[int, str]] = []
        self.after: dict[int, Any] = {}
        self.outcomes: dict[int, str] = {}
        self.card = 0
        take = self.given.pop
        bars = {seat: bar_given(bar) for seat, bar in seat_map(take("bars", {})).items()}
        self.s = build.table(take("players", 3), bars=bars, event=take("event", 0), token=SEATS.get(take("event_token", ""), DEALER))
        assert take("hand_sizes_before", {"A": 5}) in ({"A": 5}, {"A": 5, "B": 5, "C": 5})
        phase = take("phase", "")
        if phase == "after_reveal":
            self.given["plays"] = {"A": [1, 3], "B": [2, 4]}
            self.given["drawn"] = take("draw_pile_top")
        elif phase:
            assert phase == "choose"
            build.give(self.s, seat_map(take("hands")), take("draw_pile_top", ()))
        self.before = self.referee()
        if "plays" in self.given:
            tom, extra = take("tom", {}), take("extra_card", None)
            drawn = [*take("drawn", ()), *tom.values(), *([extra] if extra else [])]
            plays = list(take("plays").values())
            build.reveal(self.s, plays, drawn=drawn, keep=seat_map(take("hands_after_choosing", {})), tell=self.listen)

    def referee(self) -> Any:
        return RULES.view(self.s, REFEREE)

    def listen(self, fact: Any) -> None:
        self.told.append(fact)
        if isinstance(fact, f.CardResolved | f.RoundEnded):
            if self.card:
                self.after[self.card] = RULES.view(self.s, REFEREE)
            if isinstance(fact, f.CardResolved):
                self.card = fact.card
                self.outcomes[fact.card] = fact.outcome

    def up(self) -> int:
        """The card that is being resolved."""
        showing = self.referee().showing
        return showing[0].card if showing else 0

    def note(self) -> None:
        tag = build.asked(self.s)
        if not self.asked or self.asked[-1] != (self.up(), tag):
            self.asked.append((self.up(), tag))

    def send(self, seat: int, choice: Any) -> None:
        self.note()
        build.answer(self.s, seat, choice, self.listen)

    def take_forced(self) -> None:
        while (forced := kernel.forced(self.s)) is not None:
            self.send(*forced)

    def by_default(self) -> None:
        """Any legal answer: a favour is declined by the first option."""
        build.deal(self.s)
        if kernel.awaiting(self.s):
            seat = next(iter(kernel.awaiting(self.s)))
            self.send(seat, build.offered(self.s, seat)[0])

    def in_round(self) -> bool:
        return self.up() > 0 and bool(self.s.stack)

    def step(self, step: Mapping[str, Any]) -> None:
        step = {key: value for key, value in step.items() if key != "note"}
        seat, reject, auto = SEATS[step.pop("seat")], step.pop("reject", None), step.pop("auto", False)
        ((name, payload),) = step.items()
        if auto:
            assert kernel.forced(self.s) == (seat, self.command(name, payload))
        elif self.up():
            self.take_forced()
        choice = self.command(name, payload).canonical()
        if reject:
            before = kernel.dump(self.s)
            try:
                kernel.decide(self.s, seat, choice)
            except Illegal as illegal:
                assert illegal.code == reject.lower()
            else:
                raise AssertionError(f"{choice} was not refused")
            assert kernel.dump(self.s) == before
        else:
            self.send(seat, choice)

    def command(self, name: str, payload: Any) -> c.Choice:
        match name:
            case "bid" | "serve" | "scare" | "capture" | "name_wild_action":
                kinds = {"bid": c.Bid, "serve": c.Serve, "scare": c.Scare, "capture": c.Capture, "name_wild_action": c.NameWildAction}
                return kinds[name](payload)
            case "move_ghost":
                source = payload["from"]
                return c.MoveGhost(payload["colour"], SEATS.get(source, source), SEATS[payload["to"]])
            case "redraw_five":
                return c.RedrawFive(payload["cards"])
            case "choose_cards" if payload["mode"] == "pair":
                return c.ChoosePair(payload["cards"])
            case "choose_cards":
                return c.ChooseWild(payload["regular"], payload["wild"])
            case "favour":
                return self.favour(**payload)
        raise KeyError(name)

    def favour(self, use: bool, **what: Any) -> c.Choice:
        if not use:
            return c.DeclineFavour()
        kind = {
            "worker": c.UseWorker,
            "beauty": c.UseBeauty,
            "witch": c.UseWitch,
            "scholar": c.UseScholar,
            "ghost_hunter": c.UseGhostHunter,
        }
        return kind[kernel.decision(self.s).guest](**what)

    def play(self, when: list[Mapping[str, Any]], stay: bool) -> int:
        """Carry out the steps, each at its card, then play the round out unless told to stay. Returns the last card named."""
        last = 0
        for entry in when:
            if "card" not in entry:
                self.step(entry)
                continue
            last = entry["card"]
            while self.in_round() and self.up() > last:
                self.by_default()
            for step in entry.get("do", []):
                assert self.up() == last
                self.step(step)
            assert set(entry) <= {"card", "do", "expect", "note"}
        while self.in_round() and not stay:
            self.by_default()
        for entry in when:
            if "expect" in entry:
                assert self.outcomes[entry["card"]] == entry["expect"], entry
        return last


def same_bar(view: Any, bar: Mapping[str, Any]) -> None:
    """Compare what is named; of ghosts and what lies beside, what is missing is 0."""
    bar = dict(bar)
    if set(bar) & {"w", "p"}:
        bar = {"ghosts": bar}
    if "guests" in bar:
        assert {guest.guest: guest.drinks for guest in view.guests} == bar.pop("guests")
    if "ghosts" in bar:
        ghosts = bar.pop("ghosts")
        assert (view.above.white, view.above.pink) == (ghosts.get("w", 0), ghosts.get("p", 0))
    if "beside" in bar:
        beside = bar.pop("beside")
        found = (len(view.beside.guests), view.beside.drinks, view.beside.white, view.beside.pink)
        assert found == tuple(beside.get(key, 0) for key in ("guests", "drinks", "w", "p"))
    assert not bar, bar


def check(run: Run, then: Mapping[str, Any], last: int) -> None:
    """Compare everything that `then` says."""
    named = [int(key.rpartition("_")[2]) for key in then if key.startswith("after_card_")]
    last = last or min(named, default=0)
    at_last = run.after.get(last) or run.referee()
    until = [tag for card, tag in run.asked if card >= last]
    for key, value in then.items():
        match key:
            case "order":
                assert list(run.outcomes) == value
            case "repetitions":
                assert {card: COUNTS[outcome] for card, outcome in run.outcomes.items() if card in value} == value
            case "bars":
                for seat, bar in seat_map(value).items():
                    same_bar(at_last.bars[seat], bar)
            case _ if key.startswith("after_card_"):
                for seat, bar in seat_map(value).items():
                    same_bar(run.after[int(key.rpartition("_")[2])].bars[seat], bar)
            case "coins":
                assert {seat: at_last.bars[seat].coins for seat in seat_map(value)} == seat_map(value)
            case "hand_sizes_after_refill":
                assert {seat: run.referee().bars[seat].hand_size for seat in seat_map(value)} == seat_map(value)
            case "favour_asked":
                assert ("use_favour" in until) == value
            case "scare":
                scared = any(isinstance(fact, f.GuestScared) for fact in run.told)
                assert ("scare_guest" in until or scared) == value
            case "unchanged":
                assert run.asked == [] and run.up() == last
            case "wild_value":
                ((seat, card),) = seat_map(value).items()
                while run.s.phase == "choose":
                    run.by_default()
                assert [played.card for played in run.referee().showing if played.seat == seat and played.trio] == [card]
            case "hands":
                for seat, cards in seat_map(value).items():
                    assert sorted(card.card for card in at_last.secret.hands[seat].cards) == sorted(cards)
            case "discard_added":
                assert at_last.secret.discard_pile == [*run.before.secret.discard_pile, *value]
            case "accepted":
                assert (run.s.chosen[0] is not None) == value
            case "tom":
                tom = [fact for fact in run.told if isinstance(fact, f.TomDrew) and fact.kept]
                assert [(fact.side, fact.card) for fact in tom] == [(0, value["left"]), (1, value["right"])]
            case "next_draw":
                assert at_last.secret.draw_pile[0] == value
            case "event_token":
                assert at_last.event_token == SEATS[value]
            case "game_over":
                assert (run.s.phase == "over") == value
            case "guests_left":
                assert {seat: len(run.referee().bars[seat].guests) for seat in seat_map(value)} == seat_map(value)
            case "winners":
                assert RULES.result(run.s).winners == [SEATS[name] for name in value]
            case "note":
                pass
            case _:
                raise KeyError(key)


def scored(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """`final` and `final_beside`: a game that ends with this beside the bars."""
    given = dict(given)
    seats = given.pop("players", 3)
    bars: dict[int, Any] = {}
    for seat, end in seat_map(given.pop("final", {})).items():
        left = dict.fromkeys(c.GUESTS[: end["guests_left"]], 0)
        bars[seat] = {"guests": left, "beside": {"drinks": end["coins"]}}
    for seat, end in seat_map(given.pop("final_beside", {})).items():
        guests = list(c.GUESTS[: end["guests"]])
        bars[seat] = {"beside": {"guests": guests, "drinks": end["drinks"], "white": end.get("w", 0)}}
    assert not given, given
    for key, value in then.items():
        s = build.table(seats, bars=bars, tom_scores="_true" in key)
        s.stack = [EndGame()]
        kernel.settle(s, kernel.ignore)
        if key.startswith("winners"):
            assert RULES.result(s).winners == [SEATS[name] for name in value]
        else:
            assert key.startswith("coins")
            assert RULES.result(s).scores == list(value.values())


def series(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """`totals_after_game`: games that end with what makes these totals."""
    assert set(given) == {"series", "totals_after_game"}
    s = build.table(3, series=given["series"])
    for number, totals in enumerate(given["totals_after_game"]):
        assert s.stack, "the series was over before"
        for seat, total in seat_map(totals).items():
            s.bars[seat].beside.drinks = total - s.totals[seat]
        s.stack = [EndGame()]
        kernel.settle(s, kernel.ignore)
        assert s.totals == list(totals.values())
        if number + 1 < len(given["totals_after_game"]):
            build.answer(s, 0, c.NextGame())
            build.deal(s)
    assert not s.stack
    assert then == {"games_played": s.game, "winners": ["ABC"[seat] for seat in RULES.result(s).winners]}


def refill(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """`discard_after_cleanup`: the end of a round with these hands and piles."""
    given = dict(given)
    s = build.table(given.pop("players"))
    pile = given.pop("draw_pile")
    rest = [card for card in range(1, 56) if card not in pile]
    for seat, size in seat_map(given.pop("hands")).items():
        s.hands[seat], rest = rest[:size], rest[size:]
    assert given.pop("discard_after_cleanup") == f"{len(rest)} cards"
    s.pile, s.discard = list(pile), rest
    for name in given.pop("scholar_used_by"):
        s.refill_to[SEATS[name]] = 7
    assert not given, given
    s.stack.clear()
    s.stack += [EndGame(), EndRound()]
    told: list[Any] = []
    kernel.settle(s, told.append)
    drawn = {fact.seat: fact.cards for fact in told if isinstance(fact, f.HandDrawn)}
    assert then["A_draws"] == drawn[0]
    assert [then["B_first_draw"]] == drawn[1]
    assert build.asked(s) == "reshuffle" and then["reshuffle_before"] == "second card of B"
    build.deal(s)
    view = RULES.view(s, REFEREE)
    assert then["hand_sizes"] == {name: view.bars[SEATS[name]].hand_size for name in "ABC"}
    assert then["draw_pile_size"] == view.draw_pile
    assert len(then) == 5


def carry_out(case: Mapping[str, Any]) -> None:
    """One case of a vector, whole."""
    case = deepcopy(dict(case))
    given, when, then = case["given"], case.get("when", []), case.get("then", {})
    assert set(case) <= {"given", "when", "then"}
    if "final" in given or "final_beside" in given:
        scored(given, then)
    elif "totals_after_game" in given:
        series(given, then)
    elif "discard_after_cleanup" in given:
        refill(given, then)
    else:
        run = Run(given)
        last = run.play(when, stay="unchanged" in then or "tom" in then)
        assert not run.given, run.given
        check(run, then, last)
