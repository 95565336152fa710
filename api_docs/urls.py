"""Where are the document and the guide?"""

from django.urls import path

from . import views

urlpatterns = [
    path("api/v1/openapi.json", views.openapi_json),
    path("api/v1/openapi.yaml", views.openapi_yaml),
    path("docs", views.index),
    path("docs/swagger", views.swagger),
    path("docs/redoc", views.redoc),
    path("docs/errors", views.errors),
    path("docs/errors/<slug:code>", views.error),
    path("docs/guide/<slug:page>", views.guide),
    path("docs/guide/<slug:name>.py", views.guide_script),
]
