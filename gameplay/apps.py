"""How does Django know the gameplay app?"""

from django.apps import AppConfig


class GameplayConfig(AppConfig):
    name = "gameplay"
