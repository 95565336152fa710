"""In which setting is speed measured? Production's, with the bare view beside the real ones."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.perf.bare"
