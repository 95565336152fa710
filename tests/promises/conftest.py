"""What do the tests of the promises stand on? The people and games of the tests of the API."""

from tests.api.conftest import _fresh, _published, ada, ben, eve, game, nobody, open_game, referee  # noqa: F401 (fixtures)
