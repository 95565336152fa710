"""With which databases, apps and limits does this process run?

Everything that differs between the embedded default and production is read from the environment.
"""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("REVENANT_VAR", BASE_DIR / "var"))
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the dealer's secrets

DEBUG = False


def _secret_key() -> str:
    """The key from the environment, else one made once under var/ that only this user can read."""
    if key := os.environ.get("REVENANT_SECRET_KEY"):
        return key
    path = VAR_DIR / "secret_key"
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as new:
            new.write(os.urandom(48).hex())
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = _secret_key()
PSEUDONYM_KEY = os.environ.get("REVENANT_PSEUDONYM_KEY", "")
"""Of the ids by which the statistics know people; empty for one that follows from the secret key."""
ALLOWED_HOSTS = os.environ.get("REVENANT_HOSTS", "localhost,127.0.0.1,[::1]").split(",")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "events",
    "gameplay.apps.GameplayConfig",
    "gameplay.web.apps.WebConfig",
    "analytics",
    "analytics.web.apps.StatisticsPagesConfig",
    "api_docs",
]

MIDDLEWARE = [
    "gameplay.api.middleware.envelope",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # For pages and the admin only; a page checks its own form tokens.
    "gameplay.web.middleware.PageSession",
    "gameplay.web.middleware.PageAuthentication",
    "gameplay.web.middleware.PageMessages",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _database() -> dict[str, object]:
    """PostgreSQL when DATABASE_URL names one (`?host=/folder` for a unix socket), else the embedded SQLite file."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR_DIR / "revenant.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    limits = "-c statement_timeout=60s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": query.pop("port", "") or str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": int(os.environ.get("REVENANT_POOL", "8")), "timeout": 10},
            "connect_timeout": 5,
            # Parameters go apart from the statement, and a statement that comes again is planned once: a fifth more choices a second.
            "server_side_binding": True,
            "prepare_threshold": 3,
            "options": limits,
            **query,
        },
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATISTICS_DIR = Path(os.environ.get("REVENANT_STATISTICS", VAR_DIR / "statistics"))
STATIC_ROOT = VAR_DIR / "static"
# Static files are those of installed packages: found where they lie, so a first start needs no collecting.
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600
WHITENOISE_IMMUTABLE_FILE_TEST = r"/vendor/.+-\d+\.\d+\.\d+\.min\.js$"  # those have their version in their names

# A redirect to the path with a slash would turn a POST into a GET; the API has one spelling of each path.
APPEND_SLASH = False
# Larger than any body the API accepts (64 kB), so that the API itself says 413.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# Behind a proxy that speaks HTTPS and sets X-Forwarded-Proto itself: REVENANT_HTTPS=1.
_HTTPS = os.environ.get("REVENANT_HTTPS", "") == "1"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
BEHIND_PROXY = os.environ.get("REVENANT_PROXY", "") == "1"  # X-Forwarded-For is then believed: its last address
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "gameplay.web.pages.csrf_refused"
LOGIN_URL = "/accounts/login"
LOGIN_REDIRECT_URL = "/play/"
LOGOUT_REDIRECT_URL = "/accounts/login"
X_FRAME_OPTIONS = "DENY"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("REVENANT_LOG", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # A client's mistake is the client's news: only failures of ours are logged.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        "django.security": {"handlers": [], "level": "CRITICAL", "propagate": True},
    },
}

# How long after its end the events of a game can be disputed, and how often what was delivered to whom is written down.
DISPUTE_DAYS = int(os.environ.get("REVENANT_DISPUTE_DAYS", "7"))
LEDGER_SECONDS = 1.0

# The API. Limits are counted in a file that all processes here share, or in Redis for several machines.
API_BUCKETS = os.environ.get("REVENANT_BUCKETS_URL", str(VAR_DIR / "limits.sqlite3"))
API_RATES = os.environ.get("REVENANT_RATES", "")  # such as "choices=200:20,reads=300:30": at once, then a second
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "api_docs.schema.OperationSchema",
    "EXCEPTION_HANDLER": "gameplay.api.problems.exception_handler",
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Revenant",
    "DESCRIPTION": "Tabletop games over REST: take a seat, get asked, answer with one of the offered choices, follow the events.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": "/"}],
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": [],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "TAGS": [
        {"name": "rules", "description": "Which games there are, and how they are played."},
        {"name": "games", "description": "Games: find, create, start, look back, verify."},
        {"name": "seats", "description": "Who sits where."},
        {"name": "play", "description": "What you are asked, and your answers."},
        {"name": "events", "description": "What happened, as far as you may know."},
        {"name": "referee", "description": "Disputes, rulings, and looking into games: for players who object and for referees."},
        {"name": "analytics", "description": "Reports made from all games, and questions about them in SQL."},
        {"name": "me", "description": "Your account and its tokens."},
    ],
}

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "folder://localhost")
if CELERY_BROKER_URL.startswith("folder:"):
    for _folder in (VAR_DIR / "broker", VAR_DIR / "broker" / "control"):
        _folder.mkdir(exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "data_folder_in": str(VAR_DIR / "broker"),
        "data_folder_out": str(VAR_DIR / "broker"),
        "control_folder": str(VAR_DIR / "broker" / "control"),
        "polling_interval": 0.02,
    }
else:
    # A hint that cannot be sent is dropped within a second: the beat finds the work anyway.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1, "max_retries": 0, "visibility_timeout": 600}
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TIMEZONE = TIME_ZONE
