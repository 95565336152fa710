"""Which address leads to which statistics?"""

from __future__ import annotations

from django.urls import path

from . import api, api_datasets, api_queries, api_saved, api_status

urlpatterns = [
    path("reports", api.ReportsView.as_view()),
    path("reports/<slug:report>", api.ReportView.as_view()),
    path("status", api_status.StatusView.as_view()),
    path("tables", api.TablesView.as_view()),
    path("datasets", api_datasets.DatasetsView.as_view()),
    path("datasets/<path:path>", api_datasets.DatasetView.as_view()),
    path("queries", api_queries.QueriesView.as_view()),
    path("queries/<uuid:query_id>", api_queries.QueryView.as_view()),
    path("saved", api_saved.SavedListView.as_view()),
    path("saved/<uuid:saved_id>", api_saved.SavedView.as_view()),
]
