"""Does the write-ahead log stay when a request closes its connection?"""

from pathlib import Path

import pytest
from django.db import connection

from events import keeper
from tests.events.store_suite import created

if connection.vendor == "sqlite":

    @pytest.mark.django_db(transaction=True)
    def test_closing_a_connection_does_not_write_the_log_back() -> None:
        log = Path(f"{connection.settings_dict['NAME']}-wal")
        created()
        connection.close()
        assert log.exists()
        keeper.let_go()
        created()
        keeper.let_go()
        connection.close()
        assert not log.exists()
        created()
