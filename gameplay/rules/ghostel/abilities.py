"""What does a guest's special ability change?

Each kind of the deck's vocabulary is one class that answers one of the questions below differently; the rest of the rules
asks the question and does not know the kinds. A new ability is a new class here and a line in `ABILITIES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from .choices import Colour, Deck

Place: TypeAlias = Literal[1, 2, 3]
PLACES: Final[dict[str, Place]] = {"first": 1, "second": 2, "third": 3}


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """GH-7.2  The questions, answered as for a guest without an ability."""

    @property
    def kind(self) -> str:
        """The name of this ability; empty for none."""
        return "" if type(self) is Ability else str(self.__struct_config__.tag)

    def counted(self, face: int) -> int:
        """GH-7.3  What a face counts here, before doubling."""
        return face

    def least_ghosts(self) -> int:
        """GH-7.2  The dice of how many ghosts it takes to scare this guest."""
        return 1

    def ranked(self, terror: Mapping[Colour, int], owners: Sequence[Colour]) -> Mapping[Colour, int]:
        """GH-7.4  What contributors are ranked by, from their terror; `owners` are those of the dice, in order of placement."""
        return terror

    def extra_points(self, contributors: int) -> int:
        """GH-7.4  Points on top for a ghost that scared the guest alone."""
        return 0

    def reward(self, place: Place) -> tuple[Deck, int] | None:
        """GH-7.12  Which deck a ghost paid for this place draws from, and how many cards."""
        return None

    def calm_steps(self) -> int:
        """GH-8.1  By how many faces dice drop here."""
        return 1


class ParityOnly(Ability, tag="parity_only", frozen=True):
    """GH-7.3  A face of the other parity gives no terror."""

    parity: Literal["even", "odd"]

    def counted(self, face: int) -> int:
        return face if (face % 2 == 0) == (self.parity == "even") else 0


class DieCap(Ability, tag="die_cap", frozen=True):
    """GH-7.3  Each face counts at most so much."""

    max: int

    def counted(self, face: int) -> int:
        return min(face, self.max)


class MinGhosts(Ability, tag="min_ghosts", frozen=True):
    """GH-7.2 GH-11.3  Dice of so many different ghosts are needed; two ghosts of one seat count as two (A-44)."""

    count: int

    def least_ghosts(self) -> int:
        return self.count


class SoloBonus(Ability, tag="solo_bonus", frozen=True):
    """GH-7.4  A ghost that alone has dice here scores more."""

    points: int

    def extra_points(self, contributors: int) -> int:
        return self.points if contributors == 1 else 0


class ReverseRanking(Ability, tag="reverse_ranking", frozen=True):
    """GH-7.4  The smallest contribution ranks first."""

    def ranked(self, terror: Mapping[Colour, int], owners: Sequence[Colour]) -> Mapping[Colour, int]:
        return {ghost: -amount for ghost, amount in terror.items()}


class RankByDiceCount(Ability, tag="rank_by_dice_count", frozen=True):
    """GH-7.4  The number of dice is compared, not their terror."""

    def ranked(self, terror: Mapping[Colour, int], owners: Sequence[Colour]) -> Mapping[Colour, int]:
        return {ghost: owners.count(ghost) for ghost in terror}


class AllFirst(Ability, tag="all_first", frozen=True):
    """GH-7.7  Every contributor ties for first."""

    def ranked(self, terror: Mapping[Colour, int], owners: Sequence[Colour]) -> Mapping[Colour, int]:
        return dict.fromkeys(terror, 0)


class LastDieBonus(Ability, tag="last_die_bonus", frozen=True):
    """GH-7.4  For ranking only: the owner of the die that was placed last has more terror."""

    terror: int

    def ranked(self, terror: Mapping[Colour, int], owners: Sequence[Colour]) -> Mapping[Colour, int]:
        last = owners[-1]
        return {**terror, last: terror[last] + self.terror}


class RewardCard(Ability, tag="reward_card", frozen=True):
    """GH-7.12  Whoever is paid for this place also draws cards."""

    place: Literal["first", "second", "third"]
    deck: Deck
    count: int

    def reward(self, place: Place) -> tuple[Deck, int] | None:
        return (self.deck, self.count) if PLACES[self.place] == place else None


class CalmBy(Ability, tag="calm_by", frozen=True):
    """GH-8.1  Dice drop by so many faces here; 0 is not at all."""

    steps: int

    def calm_steps(self) -> int:
        return self.steps


Abilities: TypeAlias = (
    ParityOnly | DieCap | MinGhosts | SoloBonus | ReverseRanking | RankByDiceCount | AllFirst | LastDieBonus | RewardCard | CalmBy
)
NO_ABILITY: Final = Ability()
