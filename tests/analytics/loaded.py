"""What does a process that exports need, so that it is loaded before it is forked?"""

import django

django.setup()

import tests.analytics.datasets.killed  # noqa: E402
import tests.analytics.killed  # noqa: E402, F401
