"""Where does the next page of a list begin?

A cursor is signed and bound to its list and filters, so that it can't be made up and does not fit another list.
"""

from __future__ import annotations

from typing import Final

from django.core import signing

from .errors import Problem

_SALT: Final = "gameplay.api.cursors"
MAX_CURSOR: Final = 500


def cursor_make(*, of: str, key: str) -> str:
    """The cursor that continues the list `of` after the row with this key."""
    return signing.dumps([of, key], salt=_SALT)


def cursor_read(*, of: str, cursor: str | None) -> str | None:
    """The key in a cursor of the list `of`; None at the beginning."""
    if cursor is None:
        return None
    try:
        made_for, key = signing.loads(cursor[:MAX_CURSOR], salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError) as exc:
        raise Problem("invalid_cursor") from exc
    if made_for != of or not isinstance(key, str):
        raise Problem("invalid_cursor")
    return key
