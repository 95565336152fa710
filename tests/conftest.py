"""What does every test find in place before it starts?"""

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from hypothesis import HealthCheck, settings

from tests.store_fixtures import flush_may_empty_the_log  # noqa: F401 (a fixture for every test)

# A slow machine is no failure of the code.
settings.register_profile("revenant", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("revenant")

# The test server writes head and body of an answer one by one; the second would wait 40 ms until the first is acknowledged.
WSGIRequestHandler.disable_nagle_algorithm = True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests measured (`record_property("measured", ...)`), from whichever process they ran in."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"measured: {value}")
