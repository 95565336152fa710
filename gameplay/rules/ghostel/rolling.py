"""Which dice does a ghost roll for a night, and which does it keep?"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count, islice
from typing import Any, Final

from gameplay.rules.chance import Rolls
from gameplay.rules.contract import Decision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, types_named

from .cards import CARDS, ExtraD6, UpgradeD8
from .choices import Colour, DiceRoll, KeepDice
from .dice_sets import DiceSets, Menu, index_sets
from .effects import sides
from .facts import DiceKept, DiceRolled
from .state import Ghost, State
from .windows import GhostAsked

KEPT = 3
LOANED: Final = "-loan-"
"""GH-3.6  In the id of each die that the bank lends."""
KEEP_DICE: Final = types_named(frozenset((KeepDice,)))


class RollDice(Decision, tag="roll_dice"):
    """GH-3.1  A ghost rolls all its dice for the night at once; every ghost rolls before anyone decides anything."""

    ghost: Colour

    def options(self, s: State, seat: Seat) -> Options:
        return Rolls([sides(die) for die in dice_to_roll(s, self.ghost)], DiceRoll, "faces")

    def answer(self, s: State, seat: Seat, choice: DiceRoll, tell: Tell) -> None:
        mine = s.ghosts[self.ghost]
        own, loans, d8 = dice_off_board(s, self.ghost)
        dice = own + loans + d8
        mine.dice = dict(zip(dice, choice.faces, strict=True))
        tell(DiceRolled(ghost=self.ghost, seat=mine.seat, night=s.night, dice=dice, faces=choice.faces, loaned=len(loans)))


def dice_to_roll(s: State, ghost: Colour) -> list[str]:
    """GH-3.1  All dice that a ghost rolls for the night, in their order."""
    own, loans, d8 = dice_off_board(s, ghost)
    return own + loans + d8


def dice_off_board(s: State, ghost: Colour) -> tuple[list[str], list[str], list[str]]:
    """GH-3.5 GH-3.6  Own d6 off the board, lowest number first; loaned ones up to three dice in all; the d8 if it is free."""
    there = {die.die for room in s.rooms.values() for die in room.dice if die.ghost == ghost}
    wanted, with_d8 = wanted_dice(s.edition, tuple(s.ghosts[ghost].bonuses))
    d8 = [f"{ghost}-d8"] if with_d8 and f"{ghost}-d8" not in there else []
    own = [die for die in own_d6(s.edition, ghost) if die not in there][: wanted - len(d8)]
    missing = KEPT - len(own) - len(d8)
    if missing <= 0:
        return own, [], d8
    free = (die for number in count(1) if (die := f"{ghost}{LOANED}{number}") not in there)
    return own, list(islice(free, missing)), d8


@cache
def own_d6(edition: str, ghost: Colour) -> tuple[str, ...]:
    """GH-1.5  The d6 of a ghost, by number."""
    return tuple(f"{ghost}-d6-{number}" for number in range(1, CARDS[edition].d6 + 1))


@lru_cache(maxsize=4096)
def wanted_dice(edition: str, bonuses: tuple[str, ...]) -> tuple[int, bool]:
    """GH-3.2 GH-3.3 GH-3.4 GH-9.9  Three, one more for each +1 Terror Dice and further Upgrade; and whether one may be the d8."""
    known = CARDS[edition]
    effects = [known.bonuses[known.key[card]].effect for card in bonuses]
    upgrades = [effect for effect in effects if isinstance(effect, UpgradeD8)]
    extra = [effect for effect in effects if isinstance(effect, ExtraD6)] + [upgrade.duplicate for upgrade in upgrades[1:]]
    return KEPT + sum(effect.count for effect in extra), bool(upgrades)


def is_loaned(die: str) -> bool:
    """GH-3.6  Does the bank lend this die? It goes back there whenever it would return to its owner."""
    return LOANED in die


class KeepThree(GhostAsked, tag="keep_dice"):
    """GH-3.7  In player order each ghost keeps exactly three of its rolled dice; which three is its own choice (A-05)."""

    window = "roll"
    answers = (KeepDice,)

    def options(self, s: State, seat: Seat) -> Options:
        """GH-3.8 GH-3.9  Favours may be played before; a ghost that rolled just three dice is asked all the same."""
        dice = list(s.ghosts[self.ghost].dice)
        kept = DiceSets(KeepDice(self.ghost, []), lambda found: KeepDice(self.ghost, found), dice, KEPT, KEPT)
        return Menu([kept, *self.playable(s)])

    def own_tally(self, s: State, mine: Ghost) -> Tally:
        return len(index_sets(len(mine.dice), KEPT, KEPT)), KEEP_DICE

    def carry_out(self, s: State, choice: KeepDice, tell: Tell) -> None:
        """GH-3.7  Dice that are not kept go back off the board."""
        mine = s.ghosts[self.ghost]
        rolled = mine.dice
        mine.dice = kept = {die: rolled.pop(die) for die in choice.dice}
        tell(
            DiceKept(
                ghost=self.ghost,
                seat=mine.seat,
                night=s.night,
                dice=choice.dice,
                faces=list(kept.values()),
                unkept=list(rolled),
            )
        )

    def refuse(self, s: State, choice: Any) -> Illegal | None:
        if len(choice.dice) != KEPT or len(set(choice.dice)) != KEPT:
            return Illegal("keep_exactly_three", "GH-3.7", "Keep exactly three different dice.")
        return Illegal("unknown_die", "GH-3.7", "You have not rolled all of these dice.")
