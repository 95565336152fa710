"""How does a test come by the table that it wants?

`opened()` deals a game with every deck in the order of its ids. `lay()` then puts the named cards where a test wants them,
and `at()` brings the table to a step of the round by sending the choices that lead there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.rules import kernel
from gameplay.rules.bar_fight import RULES
from gameplay.rules.bar_fight.choices import BARS, DECK_OF, DECKS, ChooseBar, Mix, Pass, PlayFight, Restock, Target, in_order
from gameplay.rules.bar_fight.state import SEEN, State, cards_of, gain
from gameplay.rules.contract import DEALER, Fact, Illegal

NOBODY: dict[Any, Any] = {}
KINDS = {"spirits": "spirit", "mixers": "mixer", "twists": "twist"}


class Listener:
    """The facts told, in order; `said` are those since it was last asked."""

    def __init__(self) -> None:
        self.facts: list[Any] = []
        self._read = 0

    def __call__(self, fact: Fact) -> None:
        self.facts.append(fact)

    def said(self) -> list[Any]:
        new = self.facts[self._read :]
        self._read = len(self.facts)
        return new


def begun(seats: int = 2, *, edition: str = "house-1", tell: Any = kernel.ignore) -> State:
    """A game in which nobody has chosen a bar."""
    s: State = RULES.setup(seats, RULES.options(), RULES.editions[edition])
    kernel.settle(s, tell)
    return s


def deal(s: State, *, orders: Mapping[str, Sequence[str]] = NOBODY, twist: str | None = None, tell: Any = kernel.ignore) -> None:
    """Answer for the dealer until a seat is asked: decks as in `orders`, else in the order of ids; this twist is picked."""
    while DEALER in kernel.awaiting(s):
        frame = kernel.decision(s)
        options = kernel.options(s, DEALER)
        if kernel.decision(s).__struct_config__.tag == "steal_twist":
            answer = next(option for option in options if twist in (None, option.card))
        else:
            deck = getattr(frame, "deck", "judge")
            answer = options.answer(list(orders.get(deck, options.items)))
            assert answer in options
        kernel.evolve(s, DEALER, answer, tell)


def opened(seats: int = 2, *, bars: Mapping[int, str] = NOBODY, edition: str = "house-1", tell: Any = kernel.ignore) -> State:
    """A game in its first window A; bars that are not named are any."""
    s = begun(seats, edition=edition, tell=tell)
    spare = iter([bar for bar in BARS if bar not in bars.values()])
    for seat in range(seats):
        kernel.evolve(s, seat, ChooseBar(bars.get(seat) or next(spare)), tell)
    deal(s, tell=tell)
    return s


def lay(
    s: State,
    *,
    hands: Mapping[int, Mapping[str, Sequence[str]]] = NOBODY,
    piles: Mapping[str, Sequence[str]] = NOBODY,
    tops: Mapping[str, Sequence[str]] = NOBODY,
    discards: Mapping[str, Sequence[str]] = NOBODY,
    judges: Sequence[str] = (),
    judge_pile: Sequence[str] | None = None,
    judge_tops: Sequence[str] = (),
) -> None:
    """Hands hold just these cards; piles and discards are what is said, else whatever is left; judges likewise."""
    for deck in DECKS:
        rest = list(cards_of(s).decks[deck])
        for hand in s.hands:
            hand[deck] = {}
        for seat, kinds in hands.items():
            for card in kinds.get(f"{deck}s", ()):
                rest.remove(card)
                gain(s.hands[seat], deck, card, s.shuffles[deck])
        for card in (*tops.get(deck, ()), *discards.get(deck, ()), *on_table(s, deck)):
            rest.remove(card)
        s.discards[deck] = list(discards.get(deck, ()))
        s.piles[deck] = list(piles[deck]) if deck in piles else [*tops.get(deck, ()), *rest]
    if judges:
        s.judge, *s.future = judges
        left = [judge for judge in cards_of(s).judges if judge not in judges and judge not in judge_tops]
        s.judge_pile = [*judge_tops, *left] if judge_pile is None else list(judge_pile)


def on_table(s: State, deck: str) -> list[Any]:
    """The cards of a deck that lie on the table."""
    found: list[Any] = [fought.card for fought in s.fights]
    for cocktail in s.cocktails:
        if cocktail:
            found += [cocktail.spirit, *cocktail.mixers, *cocktail.flair, *cocktail.cancelled]
    return [card for card in found if DECK_OF[card] == deck]


def give(s: State, seat: int, *cards: str) -> None:
    """These cards come from their decks, or else from discard piles, to the hand of a seat."""
    for card in cards:
        deck = DECK_OF[card]  # type: ignore[index]
        pile = s.piles[deck] if card in s.piles[deck] else s.discards[deck]
        pile.remove(card)  # type: ignore[arg-type]
        gain(s.hands[seat], deck, card, s.shuffles[deck])  # type: ignore[arg-type]


def answer(s: State, seat: int, choice: Any, tell: Any = kernel.ignore) -> None:
    """The seat makes a choice, which must be legal."""
    kernel.decide(s, seat, choice)
    kernel.evolve(s, seat, choice, tell)


def pass_all(s: State, tell: Any = kernel.ignore) -> None:
    """All who are asked in this window pass."""
    for seat in list(kernel.awaiting(s)):
        answer(s, seat, Pass(), tell)


def mix(spirit: str, mixers: Sequence[str], flair: Sequence[str] = ()) -> Mix:
    return Mix(spirit, list(mixers), list(flair)).canonical()  # type: ignore[arg-type]


def fight(card: str, seat: int | None = None, flair: str | None = None, position: int | None = None) -> PlayFight:
    target = None if (seat, flair, position) == (None, None, None) else Target(seat, flair, position)  # type: ignore[arg-type]
    return PlayFight(card, target)  # type: ignore[arg-type]


def restock(*draws: str) -> Restock:
    return Restock(list(draws))  # type: ignore[arg-type]


def at_mixing(s: State, tell: Any = kernel.ignore) -> None:
    """Nobody plays a fight card in window A."""
    assert asked(s) == "fight_window_a"
    pass_all(s, tell)


def at_window_b(s: State, cocktails: Mapping[int, Sequence[Any]], tell: Any = kernel.ignore) -> None:
    """These cocktails are revealed, (spirit, mixers, flair) by seat; hands are changed to hold them."""
    for seat, (spirit, mixers, *flair) in cocktails.items():
        for card in (spirit, *mixers, *(flair[0] if flair else ())):
            gain(s.hands[seat], DECK_OF[card], card, SEEN)
            pile = s.piles[DECK_OF[card]]
            if card in pile:
                pile.remove(card)
    at_mixing(s, tell)
    for seat, (spirit, mixers, *flair) in cocktails.items():
        answer(s, seat, mix(spirit, mixers, flair[0] if flair else ()), tell)


def at_restock(s: State, cocktails: Mapping[int, Sequence[Any]], tell: Any = kernel.ignore) -> None:
    """These cocktails were scored, and nobody played a fight card."""
    at_window_b(s, cocktails, tell)
    pass_all(s, tell)
    deal(s, tell=tell)


def at_next_round(s: State, tell: Any = kernel.ignore) -> None:
    """All take the first option until the next round begins, or the game is over."""
    number = s.round
    while s.stack and s.round == number:
        seat = next(iter(kernel.awaiting(s)))
        answer(s, seat, next(iter(kernel.options(s, seat))), tell)
        deal(s, tell=tell)


def asked(s: State) -> str:
    """What is asked now; a window with its letter."""
    if not s.stack:
        return "nothing"
    frame = kernel.decision(s)
    tag = str(frame.__struct_config__.tag)
    return f"{tag}_{frame.window}" if tag == "fight_window" else tag


def refusal(s: State, seat: int, choice: Any) -> str:
    """The code with which a choice is refused; the state must not change."""
    before = kernel.dump(s)
    try:
        kernel.decide(s, seat, choice)
    except Illegal as illegal:
        assert kernel.dump(s) == before
        return illegal.code
    return "accepted"


def hand(s: State, seat: int) -> list[str]:
    """Every card in a hand, in the order of ids."""
    return [card for deck in DECKS for card in in_order(s.hands[seat][deck]) for _ in s.hands[seat][deck][card]]
