"""One server for all tests that do not change it."""

import pytest

from tests.server.clients import LIGHT, Person, Server
from tests.server.postgres import Cluster


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"), ROOFTOP_TITLES="")  # all of them
    server.start()
    yield server
    server.end()


@pytest.fixture
def ann(running):
    return Person(running)


@pytest.fixture
def bob(running):
    return Person(running)


@pytest.fixture(scope="session")
def cluster():
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(scope="session")
def pair(cluster, tmp_path_factory):
    """Two processes on one database, for tests that do not change them."""
    database = cluster.new_database()
    limits = LIGHT | {
        "ROOFTOP_COMMANDS_PER_MINUTE": "100000000",
        "ROOFTOP_REQUESTS_PER_MINUTE": "100000000",
        "ROOFTOP_CONNECTIONS_PER_ADDRESS": "100000",
    }
    servers = [Server(tmp_path_factory.mktemp("process"), database, 0, **limits) for _ in range(2)]
    for server in servers:
        server.launch()
    for server in servers:
        server.wait()
    yield servers
    for server in servers:
        server.end()
