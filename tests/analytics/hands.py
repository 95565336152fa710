"""Which cards came to each seat of a game and which did it play, by the states that the game went through and what was chosen?

No fact is asked: hands are compared from event to event, so that the statistics, which are made from facts, can be checked by it.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any, NamedTuple
from uuid import uuid4

from events.store import NewEvent
from gameplay.rules import kernel
from gameplay.rules.bar_fight import choices as bar_fight
from gameplay.rules.contract import Choice
from gameplay.rules.ghostel import choices as ghostel
from gameplay.rules.ghostel.state import keys
from gameplay.rules.spirits_of_christmas import choices as spirits
from gameplay.rules.spirits_of_christmas.state import kinds_of
from gameplay.rules.spooky_bar import choices as spooky_bar
from gameplay.table import Table
from tests.analytics.playing import Written

DEALT, LATER, PLAYED = "dealt", "later", "played"
Card = tuple[Any, str]
"""Which card it is, and its name."""


class Had(NamedTuple):
    seq: int
    seat: int
    card: str
    how: str


def had(events: list[NewEvent]) -> list[Had]:
    """Everything, in the order of the events."""
    table = Table(uuid4())
    found: list[Had] = []
    for seq, event in enumerate(events, start=1):
        before = None if table.state is None else deepcopy(table.state)
        seat, choice, _, _ = table.apply(Written(seq, event.kind, event.actor, event.body, 0), kernel.ignore)
        if before is None or choice is None:
            continue
        rules = table.rules.name
        how = DEALT if _opening(rules, before) else LATER
        for each in range(len(table.seats)):
            came = _hand(rules, table.state, each) + _revealed(rules, before, table.state, each, choice if seat == each else None)
            came -= _hand(rules, before, each)
            found += [Had(seq, each, name, how) for (_, name), times in came.items() for _ in range(times)]
        found += [Had(seq, seat, name, PLAYED) for name in _played(before, choice)]
    return found


def _opening(rules: str, before: Any) -> bool:
    """Is the game still being set up, the first time?"""
    match rules:
        case "spooky_bar":
            return before.game == 1 and before.round == 0
        case "ghostel":
            return before.night == 0
        case "bar_fight":
            return before.round == 0
    return before.chapter == 1 and before.phase == "setup"


def _hand(rules: str, s: Any, seat: int) -> Counter[Card]:
    match rules:
        case "spooky_bar":
            return Counter((card, f"{s.deck[card - 1]} {card}") for card in s.hands[seat])
        case "ghostel":
            ids = [card for ghost in s.ghosts.values() if ghost.seat == seat for card in (*ghost.favours, *ghost.tactics, *ghost.bonuses)]
            return Counter(zip(ids, keys(s, ids), strict=True))
        case "bar_fight":
            return Counter({("", card): len(copies) for deck in s.hands[seat].values() for card, copies in deck.items()})
    return Counter(zip(s.hands[seat], kinds_of(s, s.hands[seat]), strict=True))


def _revealed(rules: str, before: Any, s: Any, seat: int, choice: Choice | None) -> Counter[Card]:
    """The cards of Bar Fight, which are all alike by name, that left the hand of a seat with this event."""
    if rules != "bar_fight":
        return Counter()
    mix = choice if isinstance(choice, bar_fight.Mix) else before.sealed[seat]
    cards: list[Any] = []
    if isinstance(mix, bar_fight.Mix) and not isinstance(s.sealed[seat], bar_fight.Mix):
        cards += [mix.spirit, *mix.mixers, *mix.flair]
    if isinstance(choice, bar_fight.PlayFight):
        cards.append(choice.card)
    return Counter(("", card) for card in cards)


def _played(before: Any, choice: Choice) -> list[str]:
    """The names of the cards that are played by this answer."""
    match choice:
        case spooky_bar.ChoosePair(cards=cards):
            return [f"{before.deck[card - 1]} {card}" for card in cards]
        case spooky_bar.ChooseWild(regular=regular, wild=wild):
            return [f"{before.deck[card - 1]} {card}" for card in (regular, *wild)]
        case spooky_bar.UseWorker(card=card):
            return [f"{before.deck[card - 1]} {card}"]
        case ghostel.Haunt(tactic=tactic):
            return [tactic] if tactic else []
        case (
            ghostel.PlayFavour(card=card)
            | ghostel.PlayOnDice(card=card)
            | ghostel.PlayOnRoom(card=card)
            | ghostel.PlayOnRooms(card=card)
            | ghostel.PlayOnPlacedDie(card=card)
        ):
            return [card]
        case bar_fight.Mix(spirit=spirit, mixers=mixers, flair=flair):
            return [spirit, *mixers, *flair]
        case bar_fight.PlayFight(card=card):
            return [card]
        case spirits.Move(card=card, special=special):
            return [card, special] if special else [card]
        case spirits.Play(cards=cards, special=special):
            return [*cards, special] if special else cards
        case spirits.MainChoice(special=special):
            return [special] if special else []
    return []
