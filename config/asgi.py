"""Through which door do requests come into the one-process server and the stream process?"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_asgi_application()

from gameplay.api.doors import BoundedASGI  # noqa: E402 - needs the apps to be loaded
from gameplay.api.waiting import WaitingRoom  # noqa: E402

application = BoundedASGI(WaitingRoom(_django))
