"""What does a process that exports need, so that it is loaded before it is forked?"""

from importlib import import_module

import django

django.setup()
for name in ("analytics.datasets", "analytics.export", "tests.analytics.datasets.killed", "tests.analytics.killed"):
    import_module(name)
