# Which command does what? Each target is one line; config/bootstrap.py makes .venv first where it is needed.

PYTHON ?= $(shell command -v python3 || command -v python3.11 || command -v python)
BOOT = @$(if $(PYTHON),$(PYTHON) config/bootstrap.py,echo 'revenant: Python 3.11 is needed, and no Python was found.' >&2; exit 1;)

.PHONY: help run token password test lint format demo perf lock openapi clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

run: ## host games: web server, worker and beat (HOST, PORT)
	$(BOOT) requirements.lock config.serve

token: ## one more token for a demo player (NAME=ada)
	$(BOOT) requirements.lock config.demo_people $(or $(NAME),ada)

password: ## a new password for a demo person, for the pages (NAME=keeper, the referee)
	$(BOOT) requirements.lock config.demo_people $(or $(NAME),keeper) password

test: ## every test, on SQLite and on PostgreSQL (TEST_DATABASE_URL, else a throw-away cluster; ARGS for pytest)
	$(BOOT) requirements-dev.lock tests.run $(ARGS)

lint: ## ruff, mypy, import-linter
	$(BOOT) requirements-dev.lock tests.lint

format: ## let ruff format and mend what it can
	$(BOOT) requirements-dev.lock ruff format .
	$(BOOT) requirements-dev.lock ruff check --fix .

demo: ## a client that knows no rules plays whole games of every kind; prints statistics
	$(BOOT) requirements.lock config.demo

perf: ## speed and size, one line a measurement
	$(BOOT) requirements-dev.lock tests.perf $(ARGS)

lock: ## write the three lock files anew
	$(BOOT) requirements-dev.lock config.lock $(ARGS)

clean: ## forget the environment and caches; var/ with its games stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build
