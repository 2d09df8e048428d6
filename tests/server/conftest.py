"""One server for all tests that do not change it."""

import pytest

from tests.server.clients import Person, Server
from tests.server.houses import LONG_LEASE, House
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
def two_processes(cluster, tmp_path_factory):
    """Two processes on one database. A test may kill, freeze or cut off one of them."""
    made = House(tmp_path_factory.mktemp("processes"), cluster.new_database(), 2, **LONG_LEASE)
    try:
        yield made.start()
    finally:
        made.end()


@pytest.fixture
def pair(two_processes):
    """Their servers, for tests that do not change them."""
    return two_processes.start().servers
