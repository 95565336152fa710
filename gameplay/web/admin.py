"""What may be done with accounts' tokens in the admin? See which there are and what they may do; revoke them.

Accounts themselves are Django's own pages. A token is made by its owner, whom alone its secret is shown to.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from gameplay.api.models import AccessToken
from gameplay.api.tokens import SCOPES

admin.site.site_header = "Revenant: accounts and tokens"
admin.site.site_title = "Revenant admin"
admin.site.index_title = "Accounts, tokens, streams"
admin.site.site_url = "/referee/"


@admin.register(AccessToken)
class AccessTokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The secret is not kept, and its digest is of no use to anybody: neither is shown."""

    list_display = ("id", "user", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_filter = ("revoked_at",)
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    ordering = ("-id",)
    fields = ("id", "user", "name", "allows", "created_at", "expires_at", "last_used_at", "revoked_at")
    readonly_fields = fields
    actions = ("revoke",)

    @admin.display(description="Scopes")
    def allows(self, token: AccessToken) -> SafeString:
        """Each scope with what it allows."""
        known = {str(scope): text for scope, text in SCOPES.items()}
        rows = ((scope, known.get(scope, "no longer known")) for scope in token.scopes.split())
        return format_html_join("", "<p><code>{}</code>: {}</p>", rows)

    @admin.action(description="Revoke at once", permissions=["delete"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[AccessToken]) -> None:
        done = tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
        self.message_user(request, f"{done} token{'' if done == 1 else 's'} revoked.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
