"""In what does the web process of the siege differ? A query has a second, so that the whole list of attacks ends within a test."""

from analytics import sandbox
from tests.promises.settings import *  # noqa: F403

assert sandbox.run.__kwdefaults__ is not None
sandbox.run.__kwdefaults__["limits"] = sandbox.Limits(seconds=1)
