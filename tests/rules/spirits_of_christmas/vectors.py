"""How is a conformance vector of Spirits of Christmas carried out?

This adapter knows no rules: it lays the table that `given` describes, sends the commands of `when`, and compares what the
views and facts say with `then`. A key that it does not know is an error, so nothing in a vector goes unread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR
from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import facts as f
from gameplay.rules.spirits_of_christmas.chapters import AssignToken, ChapterEnds

from . import build
from .commands import command, seat_of

CHAPTERS = {"I": 1, "II": 2, "III": 3}
OPTIONS = ("mode", "communication", "counting_house", "story")
IGNORED = ("note", "explain", "reason", "hands_nonempty")


def by_seat(named: Mapping[str, Any]) -> dict[int, Any]:
    return {seat_of(name): value for name, value in named.items()}


def places_of(row: Sequence[str], named: Sequence[Any]) -> list[int]:
    """Positions, given as such or by the ids of scenes."""
    return [place if isinstance(place, int) else row.index(place) for place in named]


class Run:
    """One case: a table and what was told on it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        given = {key: value for key, value in given.items() if key not in IGNORED}
        take = given.pop
        self.told: list[Any] = []
        self.cost = 0
        self.after: list[Any] = []
        options: dict[str, Any] = {key: take(key) for key in OPTIONS if key in given}
        seats = take("players", 3)
        phase = take("phase", "")
        if phase in ("gift1", "gift3", "discussion"):
            self.s = early(seats, phase, given, options)
        elif "chapter_ended" in given:
            self.s = ended(seats, given, options, self.told)
        else:
            assert phase in ("", "started")
            self.s = self.table(seats, given, options)
        assert not given, given

    def table(self, seats: int, given: dict[str, Any], options: dict[str, Any]) -> Any:
        take = given.pop
        row = take("row", build.ROW)
        pool = take("pool", 10)
        assert take("discard", 20 - pool) == 20 - pool
        scrooge = take("scrooge", "bedroom")
        used = take("used_in_chapter_I", 0)
        s = build.table(
            seats,
            hands=by_seat(take("hands", {})),
            deck=take("deck", None),
            deck_top=take("deck_top", ()),
            board=take("board", ()),
            under=take("under", {}),
            row=row if "chapter" not in given or given["chapter"] == "I" else (),
            face_down=places_of(row, take("face_down", ())),
            chapter=CHAPTERS[take("chapter", "I")],
            current=seat_of(take("current", "P0")),
            pool=pool,
            chains=take("chains_left", None),
            torch=take("torch", False),
            spirit=take("token", "MOVE").lower(),
            scrooge=-1 if scrooge == "bedroom" else scrooge,
            gap=take("gap", 3),
            last=take("last", 0),
            gifts=take("gifts", ()),
            turn=take("finished_turns", 0) + 1,
            **options,
        )
        assert used in (0, 3)
        return s

    def view(self, viewer: int = REFEREE) -> Any:
        return RULES.view(self.s, viewer)

    def step(self, step: Mapping[str, Any]) -> None:
        step = {key: value for key, value in step.items() if key not in IGNORED}
        seat, reject, cost = seat_of(step.pop("seat")), step.pop("reject", None), step.pop("cost", None)
        ((name, payload),) = step.items()
        choice = command(name, payload, len(self.s.hands[seat]))
        if reject:
            assert build.refusal(self.s, seat, choice) == reject.lower()
            return
        told = build.answer(self.s, seat, choice, self.told.append)
        if cost is not None:
            assert [fact.cost for fact in told if isinstance(fact, f.ActionTaken)] == [cost]
        self.after.append(self.view())

    def arrival(self, step: Mapping[str, Any]) -> None:
        """`arrive`: a paid Move of one that ends on this scene; `decide` and `play` follow."""
        step = dict(step)
        s, seat = self.s, self.s.current
        place = s.row.index(step.pop("arrive"))
        s.scrooge = place - 1 if place else 1
        s.spirit = "draw"
        s.hands[seat].insert(0, s.pile.pop(next(i for i, card in enumerate(s.pile) if build.DECK.kind[card] == "contentment")))
        build.answer(s, seat, c.Move(card="contentment", direction="right" if place else "left"), self.told.append)
        if "decide" in step:
            assert build.asked(s) == "decide_activation"
            build.answer(s, seat, c.Activate(yes=step.pop("decide") == "activate"), self.told.append)
        if "play" in step:
            self.play(step.pop("play"))
        if "expect" in step:
            check(self, step.pop("expect"))
        assert not step, step

    def play(self, what: str) -> None:
        """These cards, which the current player comes to hold, are played."""
        s, seat = self.s, self.s.current
        wanted = [kind for part in what.split(", ") for kind in [part.split(" x")[0]] * int(part.split(" x")[1])]
        everywhere = [s.pile, *s.hands]
        found = []
        for kind in wanted:
            place = next(place for place in everywhere if any(build.DECK.kind[card] == kind for card in place))
            found.append(place.pop(next(i for i, card in enumerate(place) if build.DECK.kind[card] == kind)))
        s.hands[seat] += found
        build.answer(s, seat, c.Play(cards=sorted(wanted)), self.told.append)


def early(seats: int, phase: str, given: dict[str, Any], options: dict[str, Any]) -> Any:
    """A game whose gifts act, or whose discussion is open."""
    s = build.opened(seats, **options)
    if build.asked(s) == "choose_gift":
        build.answer(s, 0, c.ChooseGifts(gifts=given.pop("gifts", [2])))
    hands, board, drawn = by_seat(given.pop("hands", {})), given.pop("board", []), given.pop("drawn", [])
    given.pop("hand_sizes", None)
    count = 5 if seats == 1 else 3
    spare = [card for card in build.DECK.cards if card not in [*board, *drawn, *(card for hand in hands.values() for card in hand)]]
    dealt = [
        card for seat in range(seats) for card in [*hands.get(seat, ()), *(spare.pop() for _ in range(count - len(hands.get(seat, ()))))]
    ]
    build.deal(s, cards=[*dealt, *board, *drawn])
    assert s.phase == phase
    return s


def ended(seats: int, given: dict[str, Any], options: dict[str, Any], told: list[Any]) -> Any:
    """A chapter that ends at this moment; the next one is set up, up to the first question."""
    s = build.table(seats, torch=given.pop("torch", False), chapter=CHAPTERS[given.pop("chapter_ended")], **options)
    s.first = seat_of(given.pop("first_player", "P0"))
    s.had = [seat_of(name) for name in given.pop("had_token", [f"P{s.first}"])]
    s.stack = [ChapterEnds()]
    kernel.settle(s, told.append)
    build.deal(s)
    return s


def check(run: Run, then: Mapping[str, Any]) -> None:
    """Compare everything that `then` says."""
    for key, value in then.items():
        if key not in IGNORED:
            CHECKS[key](run, value)


def same_cards(run: Run, found: Sequence[str], wanted: Sequence[str]) -> None:
    assert sorted(found) == build.kinds(run.s, wanted)


def hands(run: Run, wanted: Mapping[str, Any]) -> None:
    for seat, cards in by_seat(wanted).items():
        same_cards(run, run.view().hands[seat].cards, cards)


def under(run: Run, wanted: Mapping[int, Any]) -> None:
    for place, cards in wanted.items():
        same_cards(run, run.view().row[place].under, cards)


def after_first(run: Run, wanted: Mapping[str, Any]) -> None:
    """The view after the first accepted command."""
    view = run.after[0]
    for place, cards in wanted["under"].items():
        same_cards(run, view.row[place].under, cards)
    assert [place for place, scene in enumerate(view.row) if scene.face_down] == wanted["face_down"]
    assert len(wanted) == 2


def awaiting(run: Run, wanted: Mapping[str, Any]) -> None:
    for seat, commands in by_seat(wanted).items():
        assert seat in kernel.due(run.s)
        choices = build.offered(run.s, seat)
        found = {
            "use_torch" if getattr(choice, "torch", False) else "end_turn" for choice in choices if not isinstance(choice, c.TakeChains)
        }
        if commands == ["take_action"]:
            assert build.asked(run.s) == "take_action"
        else:
            assert found == set(commands)


def face_down(run: Run, wanted: Any) -> None:
    """All face-down scenes as a list, or one of them."""
    found = [place for place, scene in enumerate(run.view().row) if scene.face_down]
    if isinstance(wanted, list):
        assert found == places_of(run.s.row, wanted)
    else:
        assert run.s.row.index(wanted) in found


def reach(run: Run, wanted: Mapping[str, Any]) -> None:
    """Where a card of each value leads, in each direction."""
    run.s.hands[0] = ["CT02", "CP02", "CH02"]
    for way, place in wanted.items():
        direction, value = way.split("_")
        choice = c.Move(card=("contentment", "compassion", "charity")[int(value) - 1], direction=direction)  # type: ignore[arg-type]
        if isinstance(place, str):
            assert build.refusal(run.s, 0, choice) == place.lower()
        else:
            copy = kernel.load(RULES, kernel.dump(run.s))
            build.answer(copy, 0, choice)
            assert RULES.view(copy, REFEREE).scrooge == place


def backs(viewer: int, seat: int) -> Any:
    """A hand as somebody else sees it: cards, or "2 unknown cards"."""

    def compare(run: Run, wanted: Any) -> None:
        hand = run.view(viewer).hands[seat]
        if isinstance(wanted, str):
            assert (hand.cards, f"{hand.size} unknown cards") == (None, wanted)
        else:
            same_cards(run, hand.cards, wanted)

    return compare


def passed(viewer: int) -> Any:
    """What somebody learns of cards that were given: their number."""

    def compare(run: Run, wanted: Mapping[str, str]) -> None:
        given = next(fact for fact in run.told if isinstance(fact, f.CardsGiven))
        assert wanted == {"passed": f"{given.count} unknown card"}
        assert not any(isinstance(fact, f.CardsPassed) and fact.seen_by(viewer) for fact in run.told)
        seen = RULES.redact(c.GiveCards(cards=["compassion"]), given.giver, viewer)
        assert seen == c.GiveCards(cards=["unknown"])

    return compare


def result(run: Run, wanted: str) -> None:
    assert run.view().phase == {"lost": "lost", "running": "turns"}[wanted]


def lost_at(run: Run, wanted: str) -> None:
    seat = seat_of(wanted.removeprefix("start of ").removesuffix("'s turn"))
    assert (run.view().phase, run.view().current, run.view().acted) == ("lost", seat, False)


def chapter_points(run: Run, wanted: int) -> None:
    assert [fact.points for fact in run.told if isinstance(fact, f.ChapterEnded)] == [wanted]


def next_chapter(run: Run, wanted: str) -> None:
    if isinstance(kernel.decision(run.s), AssignToken):
        raise AssertionError("the token has not been assigned")
    if DEALER in kernel.awaiting(run.s):
        build.deal(run.s)
    assert run.view().chapter == CHAPTERS[wanted]


def attribute(name: str, convert: Any = lambda value: value) -> Any:
    def compare(run: Run, wanted: Any) -> None:
        assert getattr(run.view(), name) == convert(wanted)

    return compare


CHECKS: dict[str, Any] = {
    "cheapest_cost": lambda run, wanted: _same({s.space.upper(): s.distance for s in run.view().rondel}, wanted),
    "pool": attribute("pool"),
    "discard": attribute("discard"),
    "token": attribute("spirit", str.lower),
    "torch": attribute("torch"),
    "chapter_II_torch": attribute("torch"),
    "scrooge": attribute("scrooge", lambda place: None if place == "bedroom" else place),
    "gap": attribute("bedroom"),
    "current": attribute("current", seat_of),
    "deck_size": attribute("deck_size"),
    "chains_left": attribute("chains_left"),
    "last": attribute("last_number"),
    "first_player": attribute("first_player", seat_of),
    "had_token": attribute("had_first_player", lambda names: [seat_of(name) for name in names]),
    "hands": hands,
    "hand_sizes": lambda run, wanted: _same({s: run.view().hands[s].size for s in by_seat(wanted)}, by_seat(wanted)),
    "under": under,
    "after_first": after_first,
    "discard_pile": lambda run, wanted: same_cards(run, run.view().discard_pile, wanted),
    "discard_pile_top": lambda run, wanted: _same(run.view().discard_pile[-1], build.DECK.kind[wanted]),
    "board": lambda run, wanted: same_cards(run, run.view().counting_house, wanted),
    "board_set": lambda run, wanted: same_cards(run, run.view().counting_house, wanted),
    "face_down": face_down,
    "face_down_unchanged": lambda run, wanted: _same(
        any(isinstance(fact, f.CoinActivated) and fact.scene == "I-1" for fact in run.told), False
    ),
    "decision": lambda run, wanted: _same((build.asked(run.s), wanted), ("take_action", "none")),
    "awaiting": awaiting,
    "reach": reach,
    "view_P0": passed(0),
    "view_spectator": passed(SPECTATOR),
    "view_P0_of_P1": backs(0, 1),
    "view_spectator_of_P1": backs(SPECTATOR, 1),
    "result": result,
    "at": lost_at,
    "chapter_points": chapter_points,
    "torch_points": lambda run, wanted: _same([x.torch_points for x in run.told if isinstance(x, f.ChapterEnded)], [wanted]),
    "next_chapter": next_chapter,
    "chances_left": lambda run, wanted: _same(3 - sum(run.s.chances), wanted),
}


def _same(found: Any, wanted: Any) -> None:
    assert found == wanted


def scored(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """A game that is won with these points and Chains."""
    s = build.table(given.get("players", 3), mode=given.get("mode", "normal"))
    s.points, s.taken, s.phase = [*given["points"]], given.get("chains_taken", 0), "won"
    view = RULES.view(s, SPECTATOR)
    assert {"score": view.score, "title": view.title} == then
    assert set(given) <= {"players", "mode", "points", "chains_taken"}


def deals(then: Mapping[str, Any]) -> None:
    """What each number of players is dealt."""
    for seats, size in then["hand_sizes"].items():
        view = RULES.view(build.started(seats), SPECTATOR)
        assert [hand.size for hand in view.hands] == [size] * seats
        assert view.deck_size == then["deck_after_deal"][seats]
    assert set(then) <= {"hand_sizes", "deck_after_deal", "note"}


def mode_row(mode: str, row: Mapping[str, Any]) -> None:
    """One row of the table of modes."""
    s = build.opened(3, mode=mode)
    view = RULES.view(s, SPECTATOR)
    assert (view.chains_left, view.strict, view.variant) == (row["chains"], row["strict"], row["communication"])
    gifts = list(kernel.options(s, 0)) if build.asked(s) == "choose_gift" else []
    assert row["gifts"] == ("any" if c.ChooseGifts(gifts=[1, 2, 3]) in gifts else 1 if gifts else 0)
    begun = build.started(3, mode=mode)
    at_start = row["torch_at_start"]
    assert RULES.view(begun, SPECTATOR).torch == (at_start is True)
    assert at_start in (True, False, "kept") and len(row) == 5


def carry_out(case: Mapping[str, Any]) -> None:
    """One case of a vector, whole."""
    case = {
        key: msgspec.json.decode(msgspec.json.encode(value)) if key == "when" else value for key, value in case.items() if key != "note"
    }
    given, then = dict(case.get("given", {})), case.get("then", {})
    assert set(case) <= {"given", "before", "when", "then", "continue"}
    if "points" in given:
        scored(given, then)
        return
    if set(given) == {"mode"} and any("choose_gifts" in step for step in case.get("when", [])):
        run = Run.__new__(Run)
        run.s, run.told, run.after = build.opened(3, **given), [], []
    else:
        run = Run(given)
    check(run, case.get("before", {}))
    for step in case.get("when", []):
        run.arrival(step) if "arrive" in step else run.step(step)
    check(run, then)
    if "continue" in case:
        go_on(run, case["continue"])


def go_on(run: Run, case: Mapping[str, Any]) -> None:
    """The case goes on from the state that it has reached, with some of it set anew."""
    given = dict(case["given"])
    run.s.scrooge, run.s.spirit = given.pop("scrooge"), given.pop("token").lower()
    assert seat_of(given.pop("current")) == run.s.current and not given
    for step in case["when"]:
        run.step(step)
    check(run, case["then"])
