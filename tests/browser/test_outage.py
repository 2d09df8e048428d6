"""The database or the server stops and comes back while a table is open: the page says so and recovers."""

import signal

import pytest

from tests.browser import moments
from tests.browser.people import People
from tests.server.clients import LIGHT, Person, Server, new_table
from tests.server.postgres import Cluster

# When the page last heard something, and its messages about the connection, by its own clock.
HEAR = """
window.told = [];
window.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener('message', () => window.heard = performance.now());
  }
};
addEventListener('DOMContentLoaded', () => {
  const box = document.getElementById('connection');
  new MutationObserver(() => told.push({state: box.dataset.state, after: performance.now() - heard}))
    .observe(box, {attributes: true, attributeFilter: ['data-state']});
});"""
HEARD_NOW = "() => window.heard === performance.now()"
CONNECTED = "#connection[data-state=connected]"


@pytest.fixture
def cluster():
    running = Cluster()
    yield running
    running.remove()


def test_a_table_recovers_when_the_database_is_back(chromium, cluster, tmp_path):
    with Server(tmp_path, cluster.new_database(), **LIGHT) as server:
        ann, bob = Person(server), Person(server)
        path = f"/tables/{new_table([ann, bob])}"
        people = People(chromium, server)
        try:
            page = people.come(path, ann)
            page.locator("body.my-turn").wait_for()
            cluster.stop()
            assert "try again in a moment" in ann.get(path).text  # the page itself needs the database too
            page.locator("[data-lang-is=pl]").first.click()  # it reconnects, and the server has no database
            page.locator("#trouble", has_text="Baza danych nie odpowiada").wait_for()
            page.locator("#connection[data-state=reconnecting]").wait_for()  # the refused socket closes
            cluster.start()
            page.locator(CONNECTED).wait_for(state="attached")
            page.locator("body.my-turn").wait_for()
            assert page.inner_text("#trouble") == ""
            page.reload()
            page.locator("body.my-turn").wait_for()
        finally:
            people.leave()
        assert people.complaints == []


def test_a_server_that_stops_answering_is_noticed_within_three_seconds(people):
    """By the page's own clock, which the test controls; the server is real, and freezes."""
    ann, server = Person(people.server), people.server
    table = new_table([ann, Person(server)])
    page = moments.come(people, f"/tables/{table}", ann, script=HEAR)
    page.locator("body.my-turn").wait_for()
    moments.stop(page)
    page.wait_for_function(HEARD_NOW)
    page.evaluate("() => { told.length = 0; }")
    for _ in range(3):  # nothing happens and nothing is missing: the server answers pings
        page.clock.run_for(1500)
        page.wait_for_function(HEARD_NOW)
    assert page.evaluate("told") == []
    server.process.send_signal(signal.SIGSTOP)
    try:
        while not page.evaluate("told.length"):
            page.clock.run_for(100)
        (told,) = page.evaluate("told")
        assert told["state"] == "reconnecting"
        assert 1500 < told["after"] <= 3000
        assert page.locator("#connection").inner_text() == "connection lost; reconnecting…"
    finally:
        server.process.send_signal(signal.SIGCONT)
    page.locator(CONNECTED).wait_for(state="attached")  # at once: the page's clock is stopped
    assert [each["state"] for each in page.evaluate("told")] == ["reconnecting", "connected"]


def test_a_device_that_is_offline_is_noticed_at_once(people):
    ann = Person(people.server)
    page = people.come(f"/tables/{new_table([ann, Person(people.server)])}", ann, script=HEAR)
    page.locator("body.my-turn").wait_for()
    page.evaluate("() => { told.length = 0; }")
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(CONNECTED).wait_for(state="attached")  # the server still answers
    page.wait_for_function("() => told.length >= 2")
    assert [each["state"] for each in page.evaluate("told.slice(0, 2)")] == ["reconnecting", "connected"]
