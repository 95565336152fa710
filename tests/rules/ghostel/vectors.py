"""How is a conformance vector of Ghostel carried out?

This adapter knows no rules: it lays the table that `given` describes, lets the dealer answer with `rng`, sends the commands,
and compares what views and facts say with `expect`. A key that it does not know is an error, so nothing goes unread.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from gameplay.rules import kernel
from gameplay.rules.chance import RandomChance
from gameplay.rules.contract import DEALER, REFEREE, SPECTATOR, Illegal
from gameplay.rules.ghostel import RULES
from gameplay.rules.ghostel import choices as c
from gameplay.rules.ghostel import facts as f

from .build import DECK, GUESTS, Table, created

KINDS = {"favours": "spookie_favour", "tactics": "scare_tactic"}
NAMES = {guest.id: guest.name for guest in DECK.guests.values()}


def key(card: str | list[str]) -> str:
    """Tactics are written as lists of icons."""
    return card if isinstance(card, str) else "+".join(card)


class Run:
    """One vector: a table, and the dealer's answers that it prescribes."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        self.rng: dict[str, Any] = deepcopy(dict(vector.get("rng", {})))
        given = dict(vector["given"])
        take = given.pop
        seats, phase = take("seats", 3), take("phase", "buy")
        if phase == "setup":
            self.table = Table(seats)
            self.table.s = created(seats)
            kernel.settle(self.table.s, self.table.told.append)
        elif phase != "create":
            self.table = self.lay(take, seats, phase)
        assert not given, given
        if phase != "create":
            self.deal()

    def lay(self, take: Any, seats: int, phase: str) -> Table:
        rooms = take("rooms", {})
        table = Table(seats, night=take("night", 2), guests={**take("guests", {}), **{n: room["guest"] for n, room in rooms.items()}})
        s = table.s
        order = take("night_order", None)
        order = take("buying_order", order) or list(s.ghosts)
        table.order(*order)
        for ghosts in reversed(list(take("stack", {}).values())):
            for ghost in reversed(ghosts):
                s.markers.remove(ghost)
                s.markers.append(ghost)
        table.scores(**take("scores", {}))
        for number, room in rooms.items():
            for die in room.get("dice", []):
                table.placed(number, die["ghost"], die["face"], token=die.get("token", False), d8=die.get("d8", False))
            table.attach(number, *room.get("attached", []))
        for ghost, hand in take("hands", {}).items():
            table.hand(ghost, hand.get("favours", []), map(key, hand.get("tactics", [])))
        for ghost, bonuses in take("bonuses", {}).items():
            table.bonuses(ghost, *bonuses)
        for ghost, counts in take("dice_in_hotel", {}).items():
            assert counts["d8"] == 0
            for number in range(counts["d6"]):
                table.placed(number + 1, ghost, 1)
        for ghost, faces in {**take("kept", {}), **take("rolled", {})}.items():
            table.dice(ghost, *faces)
        for ghost, room in take("figures", {}).items():
            table.figure(ghost, room)
        table.block(*take("barriers", []))
        s.tokens = take("phobia_tokens_in_supply", s.tokens)
        self.stock(take, table)
        asked = take("asked", {})
        table.at(phase, lap=take("lap", 1), ghost=asked.get("ghost", ""))
        assert not asked or table.asked() == (asked["ghost"], asked["for"])
        return table

    def stock(self, take: Any, table: Table) -> None:
        """Decks and discard piles."""
        s = table.s
        for deck, tops in take("deck_tops", {}).items():
            tops = [tops] if isinstance(tops, str) else tops
            s.decks[deck] = [table.draw(deck, top) for top in tops] + s.decks[deck]
        for kind, found in take("discards", {}).items():
            s.discards[KINDS[kind]] = [table.draw(KINDS[kind], key(card)) for card in found]
        for deck, found in take("decks", {}).items():
            assert found == []
            s.decks[deck] = []
        for number in take("empty_rooms", []):
            s.guests.append(s.rooms[number].guest)
            s.rooms[number].guest = ""
        left = take("guest_deck", None)
        if left is None:
            left = [NAMES[guest] for guest in s.guests[: take("guests_in_deck", len(s.guests))]]
        for guest in [GUESTS[name] for name in left]:
            for room in s.rooms.values():
                if room.guest == guest:
                    room.guest = next(other for other in s.guests if NAMES[other] not in left)
                    s.guests.remove(room.guest)
                    s.guests.append(guest)
        s.gone = [guest for guest in s.guests if NAMES[guest] not in left]
        s.guests = [GUESTS[name] for name in left]

    def deal(self) -> None:
        """The dealer answers as `rng` says, at random where it says nothing."""
        s = self.table.s
        while DEALER in kernel.awaiting(s):
            self.table.dealer(self.prescribed() or kernel.dealer_answer(s, RandomChance(0)))

    def prescribed(self) -> c.Choice | None:
        frame = kernel.decision(self.table.s)
        match frame.__struct_config__.tag:
            case "roll_off" if self.rng.get("rolloff"):
                faces = self.rng["rolloff"].pop(0)
                assert list(faces) == [ghost for ghost in self.table.s.ghosts if ghost in faces]
                return c.DiceRoll([faces[ghost] for ghost in frame.ghosts])
            case "roll_dice" | "reroll_dice" if self.rng.get(frame.ghost):
                return c.DiceRoll(self.rng.pop(frame.ghost))
            case "rebuild" if f"rebuilt_{frame.deck}" in self.rng:
                cards = list(self.table.s.discards[frame.deck])
                order = [next(card for card in cards if DECK.key[card] == found) for found in self.rng.pop(f"rebuilt_{frame.deck}")]
                return c.CardOrder(order)
        return None

    def send(self, command: Mapping[str, Any]) -> None:
        command = dict(command)
        seat, error = command.pop("seat", None), command.pop("error", None)
        if command["do"] == "create_game":
            if error:
                with pytest.raises(Illegal, match="bad_config"):
                    created(command["seats"])
            else:
                self.table = Table(command["seats"])
            return
        choice = self.choice(**command).canonical()
        if error is None:
            assert self.table.refusal(choice, seat) == "accepted", choice
            kernel.evolve(self.table.s, seat, choice, self.table.told.append)
            self.deal()
        elif self.table.s.stack and seat not in kernel.awaiting(self.table.s):
            assert error in ("NOT_YOUR_TURN", "NOT_YOUR_GHOST")
            assert self.table.refusal(choice, seat) == "not_your_decision"
        else:
            assert self.table.refusal(choice, seat) == error.lower()

    def choice(self, do: str, ghost: str, **what: Any) -> c.Choice:
        match do:
            case "keep_dice":
                return c.KeepDice(ghost, self.named(ghost, what["dice"]))
            case "haunt":
                tactic = key(what["tactic"]) if "tactic" in what else None
                return c.Haunt(ghost, what["room"], self.table.die(ghost, what["die"]), tactic)
            case "buy":
                return c.Buy(ghost, what["deck"])
            case "end_buying":
                return c.EndBuying(ghost)
        assert do == "play_favour"
        card, target = what["card"], what.get("target")
        match target:
            case None:
                return c.PlayFavour(ghost, card)
            case {"dice": faces}:
                return c.PlayOnDice(ghost, card, self.named(ghost, faces))
            case {"die": {"ghost": owner, "room": source, "face": face}, "room": room}:
                dice = self.table.s.rooms[source].dice
                return c.PlayOnPlacedDie(ghost, card, next(d.die for d in dice if (d.ghost, d.face) == (owner, face)), room)
            case {"rooms": rooms}:
                return c.PlayOnRooms(ghost, card, rooms)
            case {"room": room}:
                return c.PlayOnRoom(ghost, card, room)
        raise KeyError(target)

    def named(self, ghost: str, faces: list[Any]) -> list[str]:
        """Different dice with these faces."""
        found: list[str] = []
        for face in faces:
            found.append(self.table.die(ghost, face, but=found))
        return found


def looks(die: Any) -> dict[str, Any]:
    """A die of a view as vectors write it."""
    return {"ghost": die.ghost, "face": die.face, **({"token": True} if die.token else {}), **({"d8": True} if die.sides == 8 else {})}


def face_of(die: Any) -> int | str:
    return f"d8:{die.face}" if die.sides == 8 else die.face


def counts(ghost: Any) -> dict[str, int]:
    return {"favours": ghost.favour_count, "tactics": ghost.tactic_count}


def check(run: Run, expect: Mapping[str, Any]) -> None:
    """Compare everything that `expect` says."""
    table, s = run.table, run.table.s
    view = RULES.view(s, REFEREE)
    ghosts = {ghost.ghost: ghost for ghost in view.ghosts}
    rooms = {room.room: room for room in view.rooms}
    decks = {deck.deck: deck for deck in view.decks}
    totalled = {fact.room: fact.total for fact in table.facts(f.RoomTotalled)}
    for name, value in expect.items():
        match name:
            case "totals":
                assert {fact.ghost: sum(fact.faces) for fact in table.facts(f.DiceRolled)} == value
            case "night_order" | "buying_order":
                assert view.order == value
                assert s.phase in (("roll", "scare", "totals") if name == "night_order" else ("buy",))
            case "stack":
                found = {space.score: space.ghosts for space in view.track}
                assert {score: found[score] for score in value} == value
            case "asked":
                assert table.asked() == (value["ghost"], value["for"])
            case "room_totals":
                assert {number: totalled.get(number, rooms[number].total) for number in value} == value
            case "awards":
                found = [{"room": room, **paid} for room, paid in awards(table).items()]
                assert found == value
            case "scores":
                assert {ghost: ghosts[ghost].score for ghost in value} == value
            case "rooms":
                for number, room in value.items():
                    same_room(rooms[number], room)
            case "out_of_game":
                assert [NAMES[guest] for guest in view.gone] == value
            case "figures" if value == "all in attic":
                assert all(ghost.room == 0 for ghost in view.ghosts)
            case "figures":
                assert {ghost: ghosts[ghost].room for ghost in value} == value
            case "phase" | "night":
                assert getattr(view, name) == value
            case "phobia_tokens_in_supply":
                assert view.phobia_tokens == value
            case "barriers_in_supply":
                assert view.barriers == value
            case "discards":
                assert {kind: decks[KINDS[kind]].discards for kind in value} == {
                    kind: list(map(key, cards)) for kind, cards in value.items()
                }
            case "hand_counts":
                for ghost, numbers in value.items():
                    assert {kind: counts(ghosts[ghost])[kind] for kind in numbers} == numbers
            case "kept":
                assert {ghost: [face_of(die) for die in ghosts[ghost].dice] for ghost in value} == value
            case "dice_rolled":
                for fact in table.facts(f.DiceRolled):
                    d8 = sum(die.endswith("d8") for die in fact.dice)
                    assert value.get(fact.ghost, {"d6": len(fact.dice) - d8, "d8": d8}) == {"d6": len(fact.dice) - d8, "d8": d8}
            case "loaned":
                assert {fact.ghost: fact.loaned for fact in table.facts(f.DiceRolled) if fact.ghost in value} == value
            case "terror_after":
                assert {number: rooms[number].total for number in value} == value
            case "bonuses_in_front":
                for ghost, bonuses in value.items():
                    found = ghosts[ghost].bonuses
                    assert (len(found) if isinstance(bonuses, int) else found) == bonuses
            case "view_of_seat_0" | "view_of_seat_1" | "view_of_spectator" | "view_of_referee":
                viewer = {"view_of_spectator": SPECTATOR, "view_of_referee": REFEREE}.get(name, int(name[-1]) if name[-1].isdigit() else 0)
                same_view(RULES.view(s, viewer), value)
            case "guests":
                found = {number: rooms[number].guest and rooms[number].guest.name for number in value}
                assert found == value
            case "guests_in_deck":
                assert view.guests_left == value
            case "guests_on_board":
                assert sum(room.guest is not None for room in view.rooms) == value
            case "decks" | "deck_sizes":
                assert {deck: decks[deck].left for deck in value} == value
            case "game_over":
                assert (not s.stack and view.phase == "over") == value
            case "winners":
                assert RULES.result(s).winners == value
            case "final_scores":
                assert dict(enumerate(RULES.result(s).scores)) == value
            case "ghosts":
                assert list(ghosts) == value
            case _:
                raise KeyError(name)


def awards(table: Table) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for fact in table.facts(f.PointsScored):
        found.setdefault(fact.room, {})[fact.ghost] = fact.points
    return found


def same_room(room: Any, wanted: Mapping[str, Any]) -> None:
    assert set(wanted) <= {"guest", "dice", "attached"}
    assert (room.guest and room.guest.name) == wanted["guest"]
    assert [looks(die) for die in room.dice] == wanted["dice"]
    assert room.attached == wanted.get("attached", room.attached)


def same_view(view: Any, wanted: Mapping[str, Any]) -> None:
    hands = {hand.ghost: hand for hand in view.hands + (view.secret.hands if view.secret else [])}
    ghosts = {ghost.ghost: ghost for ghost in view.ghosts}
    for name, value in wanted.items():
        if name == "must_not_contain":
            hidden = [value] if isinstance(value, str) else value
            assert not set(hidden) & set(words(msgspec.to_builtins(view)))
            continue
        ghost = name.removeprefix("hand_of_")
        for part, found in value.items():
            if part == "favour_count":
                assert ghosts[ghost].favour_count == found and ghost not in hands
            else:
                assert getattr(hands[ghost], part) == found


def words(part: Any) -> list[str]:
    """All strings in a view."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, Mapping):
        part = part.values()
    return [word for inner in part for word in words(inner)] if hasattr(part, "__iter__") else []


def carry_out(vector: Mapping[str, Any]) -> None:
    """One vector, whole."""
    assert set(vector) <= {"id", "title", "origin", "clauses", "given", "rng", "commands", "expect", "note"}
    run = Run(vector)
    for command in vector["commands"]:
        run.send(command)
    check(run, vector["expect"])
    assert not any(run.rng.values()), f"the dealer was not asked for {run.rng}"
