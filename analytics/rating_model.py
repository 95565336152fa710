"""What does the result of one game say about the strength of those who played it?

The model is Plackett–Luce with Bayesian updates: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking",
J. Mach. Learn. Res. 12 (2011), 267–300, algorithm 4, as the library openskill computes it. Of a participant it knows a mean `mu`
and a standard deviation `sigma`.

- Participants are people by their pseudonym, bots as `bot:<name>`, and in games that all win or lose together, where the group
  of seats plays against the mode, `mode:<mode>:<seats>`, a team of as many equal members as there are seats.
- Winners come first, then more points come before less. Those who are equal in both are rated as if either had been before the
  other: what changes is the mean over all orders. (As algorithm 4 itself treats ties, winners who share a win can gain less than
  who comes after them. For two participants both ways are the same.)
- A participant that holds several seats is rated in each of them, and changes by the mean. A game all of whose seats one
  participant holds tells nothing, unless it is played against a mode.
- Whoever has no seat (an automaton) and seats that nobody holds take a place but are not rated: by the model's axiom of choice
  the order of the others stands for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import chain, groupby, permutations, product
from math import fsum
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from openskill.models import PlackettLuce

RATING_VERSION: Final = 1
"""Raised when the same games are to be rated in another way; everything is then rated again."""
MODEL: Final = PlackettLuce(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, kappa=0.0001, tau=25.0 / 300.0)
PARAMETERS: Final = (
    f"openskill {version('openskill')} PlackettLuce mu={MODEL.mu} sigma={MODEL.sigma} beta={MODEL.beta} kappa={MODEL.kappa} tau={MODEL.tau}"
)
"""Everything is rated again when they change."""

Team: TypeAlias = tuple[str, ...]
Order: TypeAlias = tuple[Team, ...]
"""The teams of a game, the best first. A participant is in it as often as it holds seats."""


class Reached(NamedTuple):
    """What a seat, or an automaton, reached in a game; `participant` is None if nobody is rated for it."""

    seat: int
    participant: str | None
    won: bool
    score: int


class Entrant(NamedTuple):
    """A participant of a game: the seats it holds and its placement in each. A mode holds none and has one placement."""

    participant: str
    seats: list[int]
    placements: list[int]


class Standing(NamedTuple):
    """What is believed of a participant after so many games."""

    mu: float
    sigma: float
    games: int


UNKNOWN: Final = Standing(MODEL.mu, MODEL.sigma, 0)


def entered(results: Sequence[Reached], mode: str | None) -> list[Entrant]:
    """Who is rated for this game, in the order of seats; `mode` is what all its seats played against. Empty if nobody is."""
    group_won = any(each.won for each in results)
    ranks = [(not each.won, -each.score) for each in results]
    found: dict[str, Entrant] = {}
    for each, rank in zip(results, ranks, strict=True):
        if each.participant is not None:
            entrant = found.setdefault(each.participant, Entrant(each.participant, [], []))
            entrant.seats.append(each.seat)
            entrant.placements.append(1 + sum(other < rank for other in ranks) if mode is None else 1 if group_won else 2)
    if mode is not None and found:
        opponent = f"mode:{mode}:{sum(len(each.seats) for each in found.values())}"
        found[opponent] = Entrant(opponent, [], [2 if group_won else 1])
    return list(found.values()) if len(found) > 1 else []


def orders(entrants: Sequence[Entrant]) -> list[Order]:
    """The orders, best first, in which the game may be said to have ended: several if some are tied, each as likely as the others."""
    seated = sorted((place, each.participant) for each in entrants for place in each.placements if each.seats)
    modes = [each for each in entrants if not each.seats]
    if modes:
        group = tuple(participant for _, participant in seated)
        mode = (modes[0].participant,) * len(group)
        return [(group, mode) if seated[0][0] < modes[0].placements[0] else (mode, group)]
    tied = [[participant for _, participant in among] for _, among in groupby(seated, key=itemgetter(0))]
    ways = [sorted(set(permutations(group))) for group in tied]
    return [tuple((participant,) for participant in chain(*way)) for way in product(*ways)]


def rated(ended: Sequence[Order], before: Mapping[str, Standing]) -> dict[str, Standing]:
    """What is believed of the participants after a game that ended in one of these orders."""
    mus: dict[str, list[float]] = {}
    sigmas: dict[str, list[float]] = {}
    for order in ended:
        # One object for each seat: an object that stood in two teams would be changed twice.
        teams = [[MODEL.rating(before[each].mu, before[each].sigma) for each in team] for team in order]
        for team, ratings in zip(order, MODEL.rate(teams), strict=True):
            for each, rating in zip(team, ratings, strict=True):
                mus.setdefault(each, []).append(rating.mu)
                sigmas.setdefault(each, []).append(rating.sigma)
    # fsum is exact, so the mean does not hang on the order of the summands.
    return {
        each: Standing(fsum(found) / len(found), fsum(sigmas[each]) / len(found), before[each].games + 1) for each, found in mus.items()
    }
