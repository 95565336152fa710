"""How does a person log in, and how often may somebody try?"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from gameplay.api import buckets
from gameplay.api.buckets import Policy
from gameplay.api.errors import Problem

from .pages import refusal

OF_ONE_NAME: Final = Policy(name="logins", burst=10, rate=0.2)
"""A password is guessed by trying: ten at once, then one every five seconds."""
OF_ONE_ADDRESS: Final = Policy(name="login addresses", burst=60, rate=2)
"""One password tried on many names. Many people may come from behind one proxy."""


class Login(LoginView):
    """The one login: the admin's leads here too."""

    template_name = "web/login.html"

    def post(self, request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
        name = request.POST.get("username", "")[:150].lower()
        for caller, policy in ((request.META.get("REMOTE_ADDR", ""), OF_ONE_ADDRESS), (name, OF_ONE_NAME)):
            taken = buckets.buckets().take(caller, policy)
            if not taken.allowed:
                return refusal(request, Problem("rate_limited", retry_after=taken.wait))
        found: HttpResponse = super().post(request, *args, **given)
        return found
