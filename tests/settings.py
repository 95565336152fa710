"""In what does a test process differ from a served one? In where it keeps its files, and in no rule."""

import atexit
import os
import shutil
import tempfile

# Each process its own folder: two workers of one test run never meet, and nothing of a test reaches var/.
_folder = tempfile.mkdtemp(prefix="revenant-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["REVENANT_VAR"] = _folder
os.environ["CELERY_BROKER_URL"] = "memory://"

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, VAR_DIR  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as when served: in memory there is no write-ahead log and no second writer.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LEDGER_SECONDS = 0.0  # a test writes the ledger down itself: no thread of its own beside the test's transaction
