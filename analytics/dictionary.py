"""What is in each table and view of the published statistics?

The data dictionary: tables come from the schema that the exporter writes by, views from the statements that every snapshot
is made with. It is served, and written into the guide, from here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import duckdb

from analytics import queries, shapes
from analytics.schema import Schema, Wide
from analytics.tables import COMMON, Column, Table

_COMMON: Final = frozenset(table.name for table in COMMON)
_MADE: Final = re.compile(r"CREATE (VIEW|TABLE) (\w+)")
_COLUMN: Final = re.compile(r"`(\w+)`: (.+?)(?:; null: (.+))?")
_OWN: Final = "stg_"
"""How the names of views begin that were made for our own reports."""
_STABILITY: Final = {
    "stable": "kept as it is; a change is announced in the changelog, and columns may be added",
    "rules": "follows the rules of its game: a new version of them may add to it, or change it",
    "internal": "made for our own reports: it may change with any release",
}


def table_shown(table: Table) -> shapes.TableShown:
    """One table, for the list of them."""
    return shapes.TableShown(
        name=table.name,
        kind="table",
        meaning=_sentence(table.meaning),
        stability="stable" if table.name in _COMMON else "rules",
        columns=[_column(column) for column in table.columns],
    )


def _column(column: Column) -> shapes.TableColumn:
    return shapes.TableColumn(
        name=column.name, type=column.sql, unit=column.unit, nullable=bool(column.null), null=column.null, meaning=column.meaning
    )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def tables_shown(schema: Schema) -> list[shapes.TableShown]:
    """All that can be queried: tables and wide views in the order of the schema, then views by name."""
    return [
        *(table_shown(table) for table in schema.tables.values()),
        *(_wide_shown(view) for view in schema.views.values()),
        *_views_shown(schema),
    ]


def _wide_shown(view: Wide) -> shapes.TableShown:
    return shapes.TableShown(
        name=view.name,
        kind="view",
        meaning=_sentence(view.meaning),
        stability="rules",
        columns=[_column(column) for column in view.columns],
    )


def _views_shown(schema: Schema) -> list[shapes.TableShown]:
    found = []
    statements = {named[2]: (named[1], statement) for statement in queries.staging() if (named := _MADE.search(statement))}
    with duckdb.connect(":memory:") as connection:
        for made in schema.statements():
            connection.execute(made)
        for statement in queries.staging():
            connection.execute(statement)
        for name, (kind, statement) in sorted(statements.items()):
            meaning, told = _comment(statement)
            columns = [
                _view_column(column, sql, told.get(column)) for column, sql, *_ in connection.execute(f'DESCRIBE "{name}"').fetchall()
            ]
            found.append(
                shapes.TableShown(
                    name=name,
                    kind="table" if kind == "TABLE" else "view",
                    meaning=meaning,
                    stability="internal" if name.startswith(_OWN) else "stable",
                    columns=columns,
                )
            )
    return found


def _view_column(name: str, sql: str, told: tuple[str, str] | None) -> shapes.TableColumn:
    """A column of a view; of one that nothing is told of, nothing is promised."""
    meaning, null = told or ("", "")
    return shapes.TableColumn(name=name, type=sql, unit="", nullable=told is None or bool(null), null=null, meaning=meaning)


def _comment(statement: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """The comment that the file of a view begins with, and what it says of columns: each on a line of its own, its name in
    backticks, and after `; null: ` when it is null."""
    lines, columns = [], {}
    for line in statement.splitlines():
        if not line.startswith("--"):
            break
        text = line.removeprefix("--").strip()
        if column := _COLUMN.fullmatch(text):
            columns[column[1]] = (column[2], column[3] or "")
        else:
            lines.append(text)
    return " ".join(lines), columns


@cache
def _of_catalogue(fingerprint: str) -> list[shapes.TableShown]:  # noqa: ARG001 - what the cache goes by
    return tables_shown(Schema.of_catalogue())


def dictionary() -> list[shapes.TableShown]:
    """The dictionary of the games that can be played; made once."""
    return _of_catalogue(Schema.of_catalogue().fingerprint)


def statistics_page() -> str:
    """The dictionary as a page of the guide."""
    lines = [
        "# The tables of the statistics",
        "",
        "What is in the published statistics, also at `GET /api/v1/analytics/tables`; how to ask for it is told in",
        "[SQL for analysts](sql.md). Rows are about games that anybody may see; of a running game nothing is in them that is hidden",
        "from somebody. Rows with `undone` were taken back by a rewind: leave them out of what you count. People are known by ids that mean",
        "nothing outside these tables.",
        "",
        "| stability | means |",
        "|---|---|",
        *(f"| {name} | {meaning} |" for name, meaning in _STABILITY.items()),
        "",
        "Each game has a table for each type of fact, `<game>_<type>`, and for each type of answer, `<game>_chose_<type>`. The views",
        "`facts_<game>` and `choices_<game>` put all of them one under another, with the type in the column `type` and null in the columns",
        "that a type does not fill: handy for a look at everything that happened, slower than the one table that a question is about.",
    ]
    wide, known = Schema.of_catalogue().views, Schema.of_catalogue().tables
    for table in dictionary():
        if table.name in wide:
            continue
        lines += ["", f"## {table.name}", "", f"{_escaped(table.meaning)} A {table.kind}; {table.stability}.", ""]
        if not any(each.meaning for each in table.columns):
            lines += ["| column | type |", "|---|---|", *(f"| `{each.name}` | {_escaped(each.type)} |" for each in table.columns)]
            continue
        shared = known[table.name].shared if table.name in known else 0
        if shared:
            only = shared == len(table.columns)
            lines += [
                f"{'Only' if only else 'Besides'} {', '.join(f'`{each.name}`' for each in table.columns[:shared])}{'.' if only else ':'}"
            ]
            if only:
                continue
            lines += [""]
        lines += ["| column | type | unit | meaning | null |", "|---|---|---|---|---|"]
        lines += [
            f"| `{each.name}` | {_escaped(each.type)} | {each.unit} | {_escaped(each.meaning)} | {_escaped(each.null)} |"
            for each in table.columns[shared:]
        ]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
