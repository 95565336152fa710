"""Which questions about those who play, their ratings and how they fare against each other, do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import RULES, SEATS, Games, Report, Row, Seats, Share

KIND: Final = "kind"
LEAST: Final = "games"
PARTICIPANT: Final = "participant"
OPPONENT: Final = "opponent"

Rating: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "points of rating"})]
Place: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "place, from 1"})]
Meetings: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "pairs of seats"})]


class RatingsRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    place: Place
    """Among those that are listed of this game kind; who has equal ratings shares the place."""
    participant: str
    """A person's pseudonym, `bot:<name>`, or `mode:<mode>:<seats>`, what groups of so many seats play against."""
    kind: str
    """`person`, `bot` or `mode`."""
    rating: Rating
    """mu - 3 sigma: the participant is stronger than this with 99.9 %, as far as the model is right."""
    mu: Rating
    """The mean of what is believed of its strength. Everybody starts at 25."""
    sigma: Rating
    """The standard deviation of it: how uncertain it is. Everybody starts at 25/3."""
    certainty: str
    """`provisional` as long as sigma is above 5, which it is for some 25 games; then `settled`."""
    games: Games
    """Games that were rated."""
    wins: Games
    """Those of them in which one of its seats came first, alone or not."""
    last_at: str
    """When the last of them ended."""


class RatingHistoryRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    participant: str
    """Whose rating it is."""
    number: Games
    """Which of its rated games of this kind it is, from 1."""
    game: str
    """Id of the game."""
    finished_at: str
    """When it ended."""
    seats: Seats
    """Seats that the participant held in it; 0 for a mode."""
    place: Place
    """Its placement, with several seats the best."""
    rating: Rating
    """mu - 3 sigma after the game."""
    change: Rating
    """What the game added to it."""
    mu: Rating
    """The mean after the game."""
    sigma: Rating
    """The standard deviation after the game."""


class HeadToHeadRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    participant: str
    """One of the two: the one that was asked for, otherwise the first in alphabetical order."""
    opponent: str
    """The other."""
    games: Games
    """Rated games in which both held seats."""
    meetings: Meetings
    """Each seat of one with each seat of the other; as many as games if both held one each."""
    wins: Meetings
    """Those in which the participant was placed before the opponent."""
    ties: Meetings
    """Those in which both had the same placement."""
    losses: Meetings
    """Those in which the opponent was placed before the participant."""
    win_rate: Share
    """wins / meetings."""
    win_rate_low: Share
    """Lower end of its 95 % interval. It takes meetings for independent: with several seats in one game it is too narrow."""
    win_rate_high: Share
    """Upper end of its 95 % interval."""
    reached: Share
    """(wins + ties / 2) / meetings."""
    expected: Share
    """What it should be by the ratings that both had before each game."""


class PeopleAndBotsRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    bot: str
    """Name of the bot."""
    seat_count: int
    """How many seats the games had."""
    games: Games
    """Finished games in which this bot and at least one person held seats."""
    seats_of_people: Seats
    """Seats of these games that people held at the end."""
    wins_of_people: Seats
    """Those of them that won, alone or not."""
    win_rate_of_people: Share
    """wins_of_people / seats_of_people."""
    win_rate_of_people_low: Share
    """Lower end of its 95 % interval."""
    win_rate_of_people_high: Share
    """Upper end of its 95 % interval."""
    seats_of_bot: Seats
    """Seats of these games that this bot held at the end."""
    wins_of_bot: Seats
    """Those of them that won, alone or not."""
    win_rate_of_bot: Share
    """wins_of_bot / seats_of_bot."""
    win_rate_of_bot_low: Share
    """Lower end of its 95 % interval."""
    win_rate_of_bot_high: Share
    """Upper end of its 95 % interval."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="ratings",
        title="Ratings",
        question="Who is the strongest?",
        row=RatingsRow,
        parameters=(RULES, KIND, LEAST),
    ),
    Report(
        name="rating_history",
        title="History of a rating",
        question="How did the rating of a participant change?",
        row=RatingHistoryRow,
        parameters=(RULES, PARTICIPANT),
    ),
    Report(
        name="head_to_head",
        title="Head to head",
        question="Who places better against whom, and is it what their ratings made us expect?",
        row=HeadToHeadRow,
        parameters=(RULES, PARTICIPANT, OPPONENT),
    ),
    Report(
        name="people_and_bots",
        title="People and bots",
        question="How often do people win against each bot?",
        row=PeopleAndBotsRow,
        parameters=(RULES, SEATS),
    ),
)
