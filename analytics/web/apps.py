"""Under which name does Django know the pages of the statistics?"""

from django.apps import AppConfig


class StatisticsPagesConfig(AppConfig):
    name = "analytics.web"
    label = "analytics_web"
    verbose_name = "Pages of the statistics"
