"""One server for all tests that do not change it."""

import pytest

from tests.server.clients import Person, Server
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
