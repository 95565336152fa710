"""What is printed on the cards that the facts of Spooky Bar name by number?

Facts and choices hold the number of a card; its action stands in the deck file of the edition. The view made here says which is
which, for the staging SQL and for analysts.
"""

from __future__ import annotations

from gameplay.rules.catalogue import GAMES

_VIEW = """\
-- Which action is printed on each card of Spooky Bar? `card` names it by both, as `exposures` does.
CREATE VIEW stg_spooky_bar_deck AS
SELECT edition, number, action, action || ' ' || number AS card
FROM (VALUES {rows}) deck (edition, number, action);
"""


def deck_view() -> str:
    """The statement that makes `stg_spooky_bar_deck`, from the editions of its cards."""
    editions = GAMES["spooky_bar"].editions
    rows = [
        f"('{name}', {card['value']}, '{card['action']}')" for name, edition in editions.items() for card in edition.deck["action_cards"]
    ]
    return _VIEW.format(rows=", ".join(rows))
