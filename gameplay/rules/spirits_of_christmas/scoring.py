"""What is a chapter worth, what is the final score, and who has won?"""

from __future__ import annotations

from gameplay.rules.contract import Result

from .state import State, deck_of, scene_at, solo


def chapter_points(s: State) -> tuple[int, int, int]:
    """SC-13.2  One point for each face-down Coin, one for each shilling in the pool, three for the Torch on its space."""
    coins = sum(down and scene_at(s, place).kind == "coin" for place, down in enumerate(s.face_down))
    return coins, s.pool, 3 if s.torch else 0


def chains_points(s: State) -> int:
    """SC-15.2 SC-20.6  By the tokens taken, whatever the mode began with; nothing with one player."""
    return 0 if solo(s) else deck_of(s).chains_points[s.taken]


def final_score(s: State) -> int:
    """SC-15.2  The points of the chapters and those for Chains."""
    return sum(s.points) + chains_points(s)


def title(s: State) -> str:
    """SC-15.3  The title that the score earns; one player has a scale of its own."""
    scale = deck_of(s).titles_solo if solo(s) else deck_of(s).titles
    score = final_score(s)
    return next(name for least, name in reversed(scale) if score >= least)


def team_score(s: State) -> int:
    """SC-14.6 SC-15.2  The final score of a game that is won, nothing for one that is lost, else the points so far."""
    if s.phase == "won":
        return final_score(s)
    return 0 if s.phase == "lost" else sum(s.points)


def result(s: State) -> Result:
    """SC-14.1 SC-15.1  All win or lose together."""
    return Result(scores=[team_score(s)] * s.seats, winners=list(range(s.seats)) if s.phase == "won" else [])


def scores(s: State) -> list[int]:
    """SC-15.2  The points of the group, for each seat."""
    return [team_score(s)] * s.seats
