"""How does a test come by the table that it wants?

`table()` gives a game in the middle of a chapter, the first seat's main action due; cards go by the ids of the deck file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

import msgspec

from gameplay.rules import kernel
from gameplay.rules.contract import DEALER, Fact, Illegal
from gameplay.rules.spirits_of_christmas import RULES
from gameplay.rules.spirits_of_christmas.cards import DECKS
from gameplay.rules.spirits_of_christmas.chapters import BeginChapter, ChapterEnds
from gameplay.rules.spirits_of_christmas.choices import ChooseGifts, EndDiscussion, GiftDraw, PlaceBedroom, SceneOrder, SpiritOrder
from gameplay.rules.spirits_of_christmas.flow import go_on
from gameplay.rules.spirits_of_christmas.state import BEDROOM, State

DECK = DECKS[RULES.edition]
ROW = ["I-1", "I-2", "I-3", "I-4", "I-5", "I-6", "I-7", "I-T"]


def opened(seats: int = 3, **options: Any) -> State:
    """A game before its first answer."""
    s = RULES.setup(seats, msgspec.convert(options, RULES.options), RULES.editions[RULES.edition])
    kernel.settle(s, kernel.ignore)
    return s


def deal(s: State, *, cards: Sequence[str] = (), row: Sequence[str] = (), gift: int = 1, tell: Any = kernel.ignore) -> None:
    """Answer for the dealer until a seat is asked: these cards on top, then the others in the order of the deck file."""
    while DEALER in kernel.awaiting(s):
        tag = kernel.decision(s).__struct_config__.tag
        answer = {
            "draw_gift": GiftDraw(gift),
            "shuffle_spirits": SpiritOrder([*cards, *(card for card in DECK.cards if card not in cards)]),
            "shuffle_scenes": SceneOrder(list(row or DECK.chapters[s.chapter - 1])),
        }[tag]
        kernel.evolve(s, DEALER, answer, tell)


def started(seats: int = 3, *, gifts: Sequence[int] = (), **options: Any) -> State:
    """A game at its first question of the first chapter: a gift's, the discussion's or the first turn's."""
    s = opened(seats, **options)
    if asked(s) == "choose_gift":
        kernel.evolve(s, kernel.due(s)[0], ChooseGifts(gifts=list(gifts or ([] if s.options.mode == "very_easy" else [2]))), kernel.ignore)
    deal(s)
    return s


def table(
    seats: int = 3,
    *,
    hands: Mapping[int, Sequence[str]] = {},
    deck: Sequence[str] | None = None,
    deck_top: Sequence[str] = (),
    board: Sequence[str] = (),
    under: Mapping[int, Sequence[str]] = {},
    row: Sequence[str] = (),
    face_down: Sequence[int] = (),
    chapter: int = 1,
    current: int = 0,
    pool: int = 10,
    chains: int | None = None,
    torch: bool = False,
    spirit: str = "move",
    scrooge: int = BEDROOM,
    gap: int = 3,
    last: int = 0,
    turn: int = 1,
    gifts: Sequence[int] = (),
    **options: Any,
) -> State:
    """A turn in the middle of a chapter, its main action due (or the game lost, if it can't be taken).

    Hands that are not named get three cards that nothing else needs, as far as there are any; `deck` is the whole deck.
    """
    s = opened(seats, **options)
    s.stack.clear()
    while s.chapter < chapter:
        s.stack.append(BeginChapter())
        kernel.settle(s, kernel.ignore)
        s.points = [0] * (s.chapter - 1)
        deal(s)
        finish_setup(s)
    s.gifts, s.current, s.turn, s.phase, s.acted = list(gifts), current, turn, "turns", False
    s.row = list(row or (ROW if chapter == 1 else DECK.chapters[chapter - 1]))
    s.face_down = [place in face_down for place in range(8)]
    s.under = [list(under.get(place, ())) for place in range(8)]
    s.pool, s.discard = pool, 20 - pool
    begun = s.chains
    s.chains = begun if chains is None else chains
    s.taken = max(0, begun - s.chains)
    s.torch, s.spirit, s.scrooge, s.gap, s.last = torch, spirit, scrooge, gap, last  # type: ignore[assignment]
    s.board = list(board)
    lay_cards(s, hands, deck, deck_top)
    s.stack = [ChapterEnds()]
    go_on(s, kernel.ignore)
    kernel.settle(s, kernel.ignore)
    return s


def lay_cards(s: State, hands: Mapping[int, Sequence[str]], deck: Sequence[str] | None, deck_top: Sequence[str]) -> None:
    """Named cards where they are named, three spare ones in hands that are not, the rest in the deck or the discard pile."""
    named = [*(card for hand in hands.values() for card in hand), *s.board, *(card for cards in s.under for card in cards)]
    named += [*(deck or ()), *deck_top]
    spare = [card for card in DECK.cards if card not in named and DECK.kind[card] in ("contentment", "compassion", "charity")]
    rest = [card for card in DECK.cards if card not in named and card not in spare]
    for seat in range(s.seats):
        s.hands[seat] = list(hands[seat]) if seat in hands else [spare.pop() for _ in range(3) if spare]
    s.pile = list(deck) if deck is not None else [*deck_top, *spare, *rest]
    s.discarded = [] if deck is None else [*spare, *rest]


def finish_setup(s: State) -> None:
    """Answer gifts and discussion, the first option of each, until the first turn."""
    while s.stack and asked(s) not in ("take_action", "may_end_turn"):
        seat = kernel.due(s)[0]
        choice = {"discuss": EndDiscussion(), "set_bedroom": PlaceBedroom(3)}.get(asked(s)) or next(iter(kernel.options(s, seat)))
        kernel.evolve(s, seat, choice, kernel.ignore)


def answer(s: State, seat: int, choice: Any, tell: Any = kernel.ignore) -> list[Any]:
    """The seat makes a choice that must be legal. Returns what was told."""
    choice = choice.canonical()
    kernel.decide(s, seat, choice)
    told: list[Fact] = []

    def listen(fact: Fact) -> None:
        told.append(fact)
        tell(fact)

    kernel.evolve(s, seat, choice, listen)
    return told


def asked(s: State) -> str:
    """What is asked now."""
    return str(kernel.decision(s).__struct_config__.tag) if s.stack else "nothing"


def offered(s: State, seat: int) -> list[Any]:
    """What this seat may answer now, but for speech."""
    assert seat in kernel.awaiting(s)
    return [choice for part in kernel.options(s, seat).parts if type(part).__name__ != "Talk" for choice in part]  # type: ignore[attr-defined]


def refusal(s: State, seat: int, choice: Any) -> str:
    """The code with which a choice is refused; the state must not change."""
    before = kernel.dump(s)
    try:
        kernel.decide(s, seat, choice.canonical())
    except Illegal as illegal:
        assert kernel.dump(s) == before
        return illegal.code
    return "accepted"


def kinds(s: State, cards: Sequence[str]) -> list[str]:
    """How these cards look, sorted."""
    return sorted(DECK.kind[card] for card in cards)


def log_choice() -> Any:
    """The type of any choice of the game."""
    return Union[RULES.choices]  # noqa: UP007 - built from a tuple
