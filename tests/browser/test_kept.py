"""Games of other rules than those of the server: listed as always, with a clear sentence when opened."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from rooftop.game.title import title
from rooftop.server.store import schema
from rooftop.server.store.store import Store, connect
from tests.browser.people import LAPTOP, TELEPHONE, People
from tests.browser.test_access import LOOKS, SWITCH, found
from tests.server.clients import Server
from tests.server.test_results import play


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A server with a finished game with and one without a result, and a running one, all of other rules."""
    folder = tmp_path_factory.mktemp("kept")
    server = Server(folder)

    async def make() -> dict[str, str]:
        store = Store(server.database)
        made = await play(store)
        other = await play(store)
        store.close()
        return {**made, "without": other["finished"], "theirs": other["cookie"]}

    with ThreadPoolExecutor(1) as elsewhere:  # Playwright keeps the event loop of this thread
        made = elsewhere.submit(asyncio.run, make()).result()
    engine = connect(server.database)
    with engine.begin() as connection:
        table = schema.game_table
        older = {"rules": title("tower-up").rules_version + 1}
        connection.execute(table.update().where(table.c.status != "waiting").values(**older))
        connection.execute(table.update().where(table.c.id == made["without"]).values(result=None))
    engine.dispose()
    server.start()
    yield server, made
    server.end()


@pytest.fixture
def people(chromium, kept):
    made = People(chromium, kept[0])
    yield made
    made.leave()
    assert made.complaints == []


class Owner:
    def __init__(self, cookie: str) -> None:
        self.cookie = cookie


@pytest.mark.parametrize(
    ("language", "words"), [("en-GB", "it can show only the result"), ("pl-PL", "może pokazać tylko wynik")]
)
def test_a_finished_game_of_other_rules_shows_its_result(people, kept, language, words):
    _, made = kept
    page = people.come(f"/tables/{made['finished']}", Owner(made["cookie"]), locale=language)
    page.wait_for_selector("#kept table")
    assert words in page.inner_text("#kept")
    assert re.search(r"wins with|share the victory|Wygrywa|dzielą się", page.inner_text("#prompt"))
    rows = page.locator("#kept tbody tr")
    assert rows.count() == len(title("tower-up").sources) + 2
    places = rows.last.locator("td").all_inner_texts()
    assert sorted(places)[0] == "1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("without", "results were not stored at that time"),
        ("running", "with that version can resume it"),
    ],
)
def test_a_game_that_cannot_be_shown_says_why(people, kept, name, words):
    _, made = kept
    people.expected = "400"  # there is no result to ask for
    cookie = made["theirs"] if name == "without" else made["cookie"]
    page = people.come(f"/tables/{made[name]}", Owner(cookie))
    page.wait_for_selector("#kept p")
    assert words in page.inner_text("#kept")
    assert page.inner_text("#prompt") == "This table cannot be shown to you."
    assert page.locator("#kept table").count() == 0
    assert not page.locator("#connection").is_visible()  # nothing was lost
    page.evaluate(SWITCH, ["night", "pl"])  # in another language it is asked for anew
    page.locator("#kept", has_text="zasad gry Tower Up").wait_for()
    assert page.inner_text("#prompt") == "Tego stołu nie można pokazać."


@pytest.mark.parametrize("viewport", [LAPTOP, TELEPHONE], ids=["laptop", "telephone"])
@pytest.mark.parametrize("name", ["finished", "running"])
def test_such_a_page_is_accessible_and_tidy(people, kept, name, viewport):
    _, made = kept
    people.expected = "400"
    page = people.come(f"/tables/{made[name]}", Owner(made["cookie"]), viewport=viewport)
    for theme, language in LOOKS:
        page.wait_for_selector("#kept p")
        page.evaluate(SWITCH, [theme, language])
        page.wait_for_timeout(300)
        assert found(page) == [], (theme, language)


def test_the_list_of_ones_games_shows_the_place(people, kept):
    _, made = kept
    page = people.come("/", Owner(made["cookie"]))
    page.wait_for_selector("#mine a")
    lines = page.locator("#mine li").all_inner_texts()
    assert len(lines) == 3
    assert any(re.search(r"over · your place: [12] ·", line) for line in lines)
