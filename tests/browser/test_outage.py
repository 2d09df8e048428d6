"""The database stops and comes back while a table is open: the page says so and recovers by itself."""

import pytest

from tests.browser.people import People
from tests.server.clients import Person, Server, new_table
from tests.server.postgres import Cluster


@pytest.fixture
def cluster():
    running = Cluster()
    yield running
    running.remove()


def test_a_table_recovers_when_the_database_is_back(chromium, cluster, tmp_path):
    with Server(tmp_path, cluster.new_database()) as server:
        ann, bob = Person(server), Person(server)
        table = new_table([ann, bob])
        people = People(chromium, server)
        try:
            page = people.come(f"/tables/{table}", ann)
            page.locator("body.my-turn").wait_for()
            cluster.stop()
            people.expected = "503|404"  # no page, and no icon
            page.reload()  # the page itself needs the database too
            assert "try again in a moment" in page.content()
            cluster.start()
            page.reload()
            page.locator("body.my-turn").wait_for()
            cluster.stop()
            page.locator("[data-lang-is=pl]").first.click()  # it reconnects and finds no database
            page.locator("#trouble", has_text="Baza danych nie odpowiada").wait_for()
            page.locator("#connection[data-state=reconnecting]").wait_for()  # the refused socket closes
            cluster.start()
            page.locator("#connection[data-state=connected]").wait_for()
            page.locator("body.my-turn").wait_for()
            assert page.inner_text("#trouble") == ""
        finally:
            people.leave()
        assert people.complaints == []
