"""What does the plainest REST framework view cost that makes the same append? The floor of the HTTP measurement."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as served
from events import store


class BareAppend(APIView):
    """Parses the choice and appends it, asking nothing: no token, no rules, no read rows."""

    def post(self, request: Request, game: UUID) -> Response:
        body: dict[str, Any] = {"decision": request.data["decision"], "seat": 0, "choice": request.data["choice"]}
        event = store.NewEvent(kind="choice.made", actor="bare", body=msgspec.json.encode(body))
        done = store.append(stream=game, events=[event], command_id=request.headers["Idempotency-Key"])
        return Response({"version": done.version}, status=201)


urlpatterns = [*served, path("bare/<uuid:game>/choices", BareAppend.as_view())]
