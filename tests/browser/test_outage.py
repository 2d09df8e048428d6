"""The database or the server stops and comes back while a table is open: the page says so and recovers."""

import signal
import time

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


def test_a_server_that_stops_answering_is_noticed_within_three_seconds(chromium, tmp_path):
    with Server(tmp_path) as server:
        ann = Person(server)
        people = People(chromium, server)
        try:
            page = people.come(f"/tables/{new_table([ann, Person(server)])}", ann)
            page.locator("body.my-turn").wait_for()
            page.wait_for_timeout(4000)  # nothing happens, and nothing is missed
            assert page.locator("#connection").get_attribute("data-state") == "connected"
            server.process.send_signal(signal.SIGSTOP)
            began = time.monotonic()
            page.locator("#connection[data-state=reconnecting]").wait_for()
            assert time.monotonic() - began < 3.3  # 3 seconds, and the test's own time
            assert page.locator("#connection").inner_text() == "connection lost; reconnecting…"
            server.process.send_signal(signal.SIGCONT)
            began = time.monotonic()
            page.locator("#connection[data-state=connected]").wait_for(state="attached")
            assert time.monotonic() - began < 1.5
            assert people.complaints == []
        finally:
            people.leave()


def test_a_device_that_is_offline_is_noticed_at_once(people):
    ann = Person(people.server)
    page = people.come(f"/tables/{new_table([ann, Person(people.server)])}", ann)
    page.locator("body.my-turn").wait_for()
    page.evaluate(
        """() => { window.told = [];
        new MutationObserver(() => told.push(document.getElementById('connection').dataset.state))
          .observe(document.getElementById('connection'), {attributes: true}); }"""
    )
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator("#connection[data-state=connected]").wait_for(state="attached")  # the server still answers
    page.wait_for_function("() => told.length === 2")
    assert page.evaluate("told") == ["reconnecting", "connected"]
