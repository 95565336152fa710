"""Which cocktails may a seat mix, and how are they revealed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final

from gameplay.rules.chance import Chance
from gameplay.rules.contract import Choice, Field, Form, GroupDecision, Illegal, LargeOptions, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, ask, then, types_named

from .choices import DECK_OF, FLAIR, Card, Mix, in_order
from .facts import CocktailRevealed, CocktailSealed, MixingBegan
from .state import Cocktail, Hand, State, can_mix, lose

MIX: Final = types_named(frozenset((Mix,)))


class BeginMixing(Step, tag="begin_mixing"):
    """BF-3.1 BF-3.8  Who is able to must mix; the others sit the round out and keep their cards."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "mixing"
        able = [seat for seat in range(s.seats) if can_mix(s.hands[seat])]
        tell(MixingBegan(seats=able))
        then(s, MixCocktails(seats=list(range(s.seats)), waiting={seat: ask(s, seat) for seat in able}))


class MixCocktails(GroupDecision, tag="mix"):
    """BF-3.4  Put down a cocktail, sealed: one spirit, two mixers, any flair."""

    def options(self, s: State, seat: Seat) -> Options:
        return Cocktails(s.hands[seat])

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them."""
        hand = s.hands[seat]
        flair = [len(copies) for card, copies in hand["twist"].items() if card in FLAIR]
        return how_many(len(hand["spirit"]), list(map(len, hand["mixer"].values())), flair), MIX

    def answer(self, s: State, seat: Seat, choice: Mix, tell: Tell) -> None:
        """BF-3.5  Final. The cards stay in hand until the reveal, so that nothing of them shows."""
        s.sealed[seat] = choice
        tell(CocktailSealed(seat=seat))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, Mix):
            return Illegal("wrong_phase", "BF-3.1", "Mix a cocktail now.")
        return bad_mix(s.hands[seat], choice)

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        if s.sealed[seat]:
            return Illegal("already_mixed", "BF-3.5", "Your cocktail is on the table, and it is final.")
        return Illegal("cannot_mix", "BF-3.8", "Without a spirit and two mixers you sit this round out.")


class Cocktails(LargeOptions):
    """BF-3.1 BF-3.2 BF-3.3 BF-3.7  Any spirit, any two mixers, any flair of a hand; equal cards are one, no order counts."""

    def __init__(self, hand: Hand) -> None:
        self.spirits = in_order(hand["spirit"])
        self.mixers = {card: len(hand["mixer"][card]) for card in in_order(hand["mixer"])}
        self.flair: dict[Card, int] = {card: len(hand["twist"][card]) for card in in_order(hand["twist"]) if card in FLAIR}

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not Mix or choice.spirit not in self.spirits or len(choice.mixers) != 2:
            return False
        return fits(choice.mixers, self.mixers) and fits(choice.flair, self.flair)

    def pairs(self) -> list[tuple[Card, Card]]:
        """BF-3.3  Two different mixers, or two of one name."""
        twice = [(card, card) for card, copies in self.mixers.items() if copies > 1]
        return [*combinations(self.mixers, 2), *twice]

    def flairs(self) -> Iterator[list[Card]]:
        """BF-3.2  Every number of each flair card, none included."""
        for copies in product(*(range(held + 1) for held in self.flair.values())):
            yield [card for card, times in zip(self.flair, copies, strict=True) for _ in range(times)]

    def __iter__(self) -> Iterator[Choice]:
        for flair in self.flairs():
            for pair in self.pairs():
                for spirit in self.spirits:
                    yield Mix(spirit, in_order(pair), flair)

    def __len__(self) -> int:
        return how_many(len(self.spirits), list(self.mixers.values()), list(self.flair.values()))

    def tally(self) -> Tally:
        return len(self), MIX

    def draw(self, chance: Chance) -> Choice:
        pairs = self.pairs()
        spirit = self.spirits[chance.below(len(self.spirits))]
        pair = pairs[chance.below(len(pairs))]
        flair = [card for card, held in self.flair.items() for _ in range(chance.below(held + 1))]
        return Mix(spirit, in_order(pair), flair)

    def forms(self) -> list[Form]:
        mixers: list[int | str] = [card for card, copies in self.mixers.items() for _ in range(copies)]
        flair: list[int | str] = [card for card, copies in self.flair.items() for _ in range(copies)]
        fields = [
            Field(name="spirit", pick="one", values=list(self.spirits)),
            Field(name="mixers", pick="some", values=mixers, least=2, most=2),
            Field(name="flair", pick="some", values=flair, least=0, most=len(flair)),
        ]
        return [Form(choice="mix", fields=fields, rule="Every combination of the three fields is a cocktail.")]


def how_many(spirits: int, mixers: Sequence[int], flair: Sequence[int]) -> int:
    """BF-3.1 BF-3.2 BF-3.3  The cocktails of so many spirits, and mixers and flair of so many copies each."""
    kinds = len(mixers)
    found = spirits * (kinds * (kinds - 1) // 2 + kinds - mixers.count(1))
    for copies in flair:
        found *= copies + 1
    return found


def fits(cards: Sequence[Card], held: Mapping[Card, int]) -> bool:
    """The cards are in their order and none is named more often than it is held."""
    return list(cards) == in_order(cards) and all(held.get(card, 0) >= times for card, times in Counter(cards).items())


def bad_mix(hand: Hand, choice: Mix) -> Illegal | None:
    """BF-3.1 BF-3.2  Exactly two mixers; each card of its kind; each in hand, and not more often than it is held."""
    if len(choice.mixers) != 2:
        return Illegal("wrong_card_count", "BF-3.1", "A cocktail has exactly two mixers.")
    if DECK_OF[choice.spirit] != "spirit" or any(DECK_OF[card] != "mixer" for card in choice.mixers):
        return Illegal("wrong_card_kind", "BF-3.1", "A cocktail is one spirit and two mixers.")
    if any(card not in FLAIR for card in choice.flair):
        return Illegal("wrong_card_kind", "BF-3.2", "Only flair goes in with a cocktail.")
    for card, times in Counter([choice.spirit, *choice.mixers, *choice.flair]).items():
        held = len(hand[DECK_OF[card]].get(card, ()))
        if 0 < held < times:
            return Illegal("duplicate_card", "BF-3.1", "You name a card more often than you hold it.")
        if not held:
            return Illegal("card_not_in_hand", "BF-3.1", "Not all of these cards are in your hand.")
    return None


class Reveal(Step, tag="reveal"):
    """BF-3.6  When the last commit is in, all cocktails and flair are revealed together."""

    def run(self, s: State, tell: Tell) -> None:
        for seat, mix in enumerate(s.sealed):
            if not isinstance(mix, Mix):
                continue
            for card in (mix.spirit, *mix.mixers, *mix.flair):
                lose(s.hands[seat], DECK_OF[card], card)
            cocktail = Cocktail(spirit=mix.spirit, mixers=list(mix.mixers), flair=list(mix.flair))  # type: ignore[arg-type]
            s.cocktails[seat] = cocktail
            tell(CocktailRevealed(seat=seat, spirit=cocktail.spirit, mixers=cocktail.mixers, flair=list(cocktail.flair)))
        s.sealed = [None] * s.seats
