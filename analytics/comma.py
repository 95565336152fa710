"""How does a report read as comma-separated values?

RFC 4180 with a header line: null is an empty field, true and false as in JSON, numbers with all their digits.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import msgspec


def written(names: Sequence[str], rows: Sequence[msgspec.Struct]) -> bytes:
    """The rows with their column names above."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(names)
    writer.writerows([_text(value) for value in msgspec.structs.astuple(row)] for row in rows)
    return out.getvalue().encode()


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
