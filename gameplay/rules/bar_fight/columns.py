"""What do the fields of the facts of Bar Fight mean?"""

from __future__ import annotations

from typing import Final

FIELDS: Final[dict[str, str]] = {
    "asking": "how often all seats were asked in this window",
    "awards_left": "awards left in the supply afterwards",
    "bar": "the bar of the seat",
    "bar_recipe": "whether the cocktail is a recipe of the own bar",
    "card": "the card it is about",
    "cards": "cards, in the order of their ids",
    "cause": "what made it happen",
    "count": "how many cards",
    "deck": "the deck it is about",
    "decks": "decks, in the order given",
    "flair": "flair cards, in the order of their ids",
    "judge": "the judge it is about",
    "judge_recipe": "whether the cocktail is the judge's recipe",
    "judge_spirit": "whether the spirit is of the type that the judge prefers",
    "judges": "judges, the current one first",
    "mixers": "mixers, in the order of their ids",
    "place": "1 for the highest score of the round, shared or not, and so on",
    "points_bonus": "points from own flair, own fight cards and the own bar",
    "points_judge": "points from the judge's preferences",
    "points_mixers": "points from the two mixers",
    "points_negative": "points lost to opponents, 0 or less",
    "points_recipes": "points from recipes of the own bar",
    "points_spirit": "points of the spirit card",
    "position": "a position at the judges' table: 1 is the current judge; 0 where none is meant",
    "ribbons": "ribbons: of the judge, or of a seat afterwards",
    "round": "the number of the round, from 1",
    "score": "points of the cocktail, all told",
    "scores": "ribbons by seat",
    "seat": "the seat that acts or that it happens to",
    "seats": "the seats it is about",
    "shared": "whether others have the same highest score",
    "spirit": "the spirit card",
    "spirit_type": "the type of the spirit",
    "target": "the seat it is done to; -1 where none is meant",
    "window": "a before mixing, b after the reveal",
    "winners": "the seats that won",
    "won": "whether the seat has won, alone or not",
}
"""What the fields of all facts mean; a name means the same, and has the same type, wherever it stands."""
