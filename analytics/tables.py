"""Which tables of the warehouse are the same for all games, and what does each of their columns mean?"""

from __future__ import annotations

from typing import Final

import msgspec
import pyarrow as pa

from analytics.columns import BIGINT, BOOLEAN, DOUBLE, INTEGER, TIMESTAMP, UUID, VARCHAR, arrow_type


class Column(msgspec.Struct, frozen=True):
    """A column: its SQL type, what its values mean and in what they are counted. `null` says when it is null."""

    name: str
    sql: str
    meaning: str
    unit: str = ""
    null: str = ""

    @property
    def arrow(self) -> pa.DataType:
        return arrow_type(self.sql)


class Table(msgspec.Struct, frozen=True):
    """A table of the warehouse, and what one row of it is."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    shared: int = 0
    """How many of the columns, from the first on, all tables of its kind have."""

    @property
    def arrow(self) -> pa.Schema:
        return pa.schema([(column.name, column.arrow) for column in self.columns])

    @property
    def sql(self) -> str:
        """The statement that makes it."""
        columns = ", ".join(f'"{column.name}" {column.sql}' for column in self.columns)
        return f'CREATE TABLE "{self.name}" ({columns})'


GAME_ID: Final = Column("game_id", UUID, "the game")
SEQ: Final = Column("seq", INTEGER, "the number of the event in its game, from 1")
UNDONE: Final = Column("undone", BOOLEAN, "whether a rewind took it back; such rows are kept, and count in no statistic")

COMMON: Final = (
    Table(
        "games",
        "a game; one that is private appears when it is over",
        (
            GAME_ID,
            Column("rules", VARCHAR, "the name of the game that is played"),
            Column("rules_version", INTEGER, "the version of its rules"),
            Column("edition", VARCHAR, "the edition of its cards"),
            Column("seat_count", INTEGER, "how many seats it has", "seats"),
            Column("private", BOOLEAN, "whether it was open to invited people only"),
            Column("simulated", BOOLEAN, "whether bots played it for the statistics alone, outside the log"),
            Column("status", VARCHAR, "open, playing, finished or voided"),
            Column("events", INTEGER, "how many events are exported", "events"),
            Column("created_at", TIMESTAMP, "when it was created", "UTC"),
            Column("started_at", TIMESTAMP, "when it was started", "UTC", "it has not been"),
            Column("finished_at", TIMESTAMP, "when it ended", "UTC", "it has not"),
        ),
    ),
    Table(
        "seats",
        "a seat of a game, and who sits there now or sat there at its end",
        (
            GAME_ID,
            Column("seat", INTEGER, "the number of the seat, from 0"),
            Column("player", UUID, "the person, by an id that means nothing outside these tables", null="a bot or nobody"),
            Column("bot", VARCHAR, "the name of the built-in bot", null="a person or nobody"),
        ),
    ),
    Table(
        "events",
        "an event of the log",
        (
            GAME_ID,
            SEQ,
            Column("kind", VARCHAR, "the kind of event, such as choice.made"),
            Column("actor", VARCHAR, "who caused it: a person as in seats.player, bot:<name>, dealer or system"),
            Column("seat", INTEGER, "the seat that it is about; -1 is the dealer", null="it is about the whole game"),
            Column("auto", BOOLEAN, "whether the service answered, since one answer was legal"),
            Column("recorded_at", TIMESTAMP, "when it was written", "UTC"),
            UNDONE,
        ),
    ),
    Table(
        "results",
        "what a participant of a finished game reached; one without a seat (an automaton) has the numbers after the seats",
        (
            GAME_ID,
            Column("seat", INTEGER, "the number of the participant, from 0"),
            Column("score", INTEGER, "points at the end", "points of that game"),
            Column("won", BOOLEAN, "whether it won, alone or with others"),
            Column("winners", INTEGER, "how many won this game", "participants"),
        ),
    ),
    Table(
        "decisions",
        "an answer of a seat to a question, in a game that is over",
        (
            GAME_ID,
            SEQ,
            Column("seat", INTEGER, "the seat that was asked and answered"),
            Column("question", INTEGER, "the number of the question among those to this seat: 17 for d17"),
            Column("decision", VARCHAR, "the kind of question"),
            Column("options", BIGINT, "how many answers were legal; all that may be said counts as one", "answers"),
            Column("offered", "VARCHAR[]", "the types of the legal answers, each once, by name"),
            Column("choice", VARCHAR, "the type of the answer that was given"),
            Column("auto", BOOLEAN, "whether the service answered, since one answer was legal"),
            Column("answered_by", VARCHAR, "person, bot or service: who answered"),
            Column("asked_at", TIMESTAMP, "when the question was asked", "UTC"),
            Column("thinking_ms", BIGINT, "from the question to the answer, without the time that the game was paused", "milliseconds"),
            UNDONE,
        ),
    ),
    Table(
        "rulings",
        "a ruling of a referee, or what players or the clock did of the same kind; reasons and names are not in it",
        (
            GAME_ID,
            SEQ,
            Column("kind", VARCHAR, "rewound, paused, resumed, voided, adjudicated, clock_corrected, seat_vacated or seat_replaced"),
            Column(
                "cause",
                VARCHAR,
                "ruling of a referee, take_back that the players agreed on, clock that ran out, or player who took the seat",
            ),
            Column("to_seq", INTEGER, "the event whose position is that of the game again", null="it is no rewind"),
            Column("fresh", BOOLEAN, "whether all that no seat could see was dealt anew", null="it is no rewind"),
            Column("events_undone", INTEGER, "how many events it took back that none before it had", "events", "it is no rewind"),
            Column("seat", INTEGER, "the seat that it is about", null="it is about the whole game"),
            Column("recorded_at", TIMESTAMP, "when it was written", "UTC"),
        ),
    ),
    Table(
        "disputes",
        "a dispute of an event, in a game that is over; what people said about it is not in it",
        (
            GAME_ID,
            Column("seq", INTEGER, "the event that opened it"),
            Column("seat", INTEGER, "the seat that opened it"),
            Column("about_seq", INTEGER, "the disputed event"),
            Column("category", VARCHAR, "what kind of trouble it is"),
            Column("joined", INTEGER, "how many seats joined it later", "seats"),
            Column("opened_at", TIMESTAMP, "when it was opened", "UTC"),
            Column("closed_at", TIMESTAMP, "when it was decided or withdrawn", "UTC", "it has not been, or the decision was appealed"),
            Column(
                "outcome", VARCHAR, "upheld, partly, rejected or withdrawn; decided until the referee has put it away", null="as closed_at"
            ),
        ),
    ),
    Table(
        "rating_changes",
        "a participant of a rated game, and what the game made of its rating",
        (
            GAME_ID,
            Column("rules", VARCHAR, "the name of the game that was played; each has ratings of its own"),
            Column("finished_at", TIMESTAMP, "when the game ended: games are rated in this order, then by game_id", "UTC"),
            Column("participant", VARCHAR, "a person as in seats.player, bot:<name>, or mode:<mode>:<seats>, what a group played against"),
            Column("seats", "INTEGER[]", "the seats that it held, from 0; none for a mode"),
            Column("placements", "INTEGER[]", "its placement in each of these seats, from 1; a mode has one"),
            Column("number", INTEGER, "which of its rated games of this kind it is, from 1", "games"),
            Column("mu_before", DOUBLE, "mean of what was believed of its strength before the game", "points of rating"),
            Column("sigma_before", DOUBLE, "standard deviation of it", "points of rating"),
            Column("mu_after", DOUBLE, "the mean after the game", "points of rating"),
            Column("sigma_after", DOUBLE, "the standard deviation after the game", "points of rating"),
            Column("rating_version", INTEGER, "the version of the way in which games are rated; the same in all rows"),
            Column("parameters", VARCHAR, "the model with its parameters; the same in all rows"),
        ),
    ),
)
