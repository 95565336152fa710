"""Under which name does Django know the pages for people?"""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "gameplay.web"
    label = "web"
    verbose_name = "Pages"
