"""By which id do client, answer and log speak of the same request?"""

from __future__ import annotations

import re
import secrets
from typing import Final

from django.http import HttpRequest

HEADER: Final = "X-Request-Id"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id_of(request: HttpRequest) -> str:
    """The id of this request: the caller's own if it sent a sane one, else a fresh one."""
    found: str | None = request.META.get("revenant.request_id")
    if found is None:
        sent = request.META.get("HTTP_X_REQUEST_ID", "")
        found = sent if _SANE.fullmatch(sent) else secrets.token_hex(12)
        request.META["revenant.request_id"] = found
    return found
