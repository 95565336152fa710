"""In what does a web process of these tests differ from a served one? It works on the database of the test that started it."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE_NAME"]
