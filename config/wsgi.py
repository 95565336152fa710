"""Through which door do requests come into the REST workers in production?"""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()

from gameplay.api.doors import BoundedWSGI  # noqa: E402 - needs the apps to be loaded

application = BoundedWSGI(_django)
