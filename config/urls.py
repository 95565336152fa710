"""Which path leads to which app?"""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("gameplay.api.urls")),
    path("api/v1/", include("gameplay.referee.api.urls")),
    path("api/v1/analytics/", include("analytics.urls")),
    path("", include("api_docs.urls")),
    path("analytics", include("analytics.web.urls")),
    path("", include("gameplay.web.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "gameplay.api.problems.bad_request"
handler403 = "gameplay.api.problems.permission_denied"
handler404 = "gameplay.api.problems.not_found"
handler500 = "gameplay.api.problems.server_error"
