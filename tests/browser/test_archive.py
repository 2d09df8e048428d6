"""Games of another rules version: listed as usual, with an explanation when opened."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from rooftop.game.title import title
from rooftop.server.store import schema
from rooftop.server.store.store import Store, connect
from rooftop.testing import SOAK
from tests.browser.people import LAPTOP, TELEPHONE, People, resize
from tests.browser.test_access import LOOKS, SWITCH, found
from tests.server.clients import LIGHT, Server
from tests.server.test_results import play


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """A server with three games of another rules version: finished, finished without result, running."""
    folder = tmp_path_factory.mktemp("archive")
    server = Server(folder, **LIGHT)

    async def create() -> dict[str, str]:
        store = Store(server.database)
        first = await play(store)
        other = await play(store)
        store.close()
        return {**first, "without": other["finished"], "theirs": other["cookie"]}

    with ThreadPoolExecutor(1) as elsewhere:  # Playwright occupies the event loop of this thread
        games = elsewhere.submit(asyncio.run, create()).result()
    engine = connect(server.database)
    with engine.begin() as connection:
        table = schema.game_table
        older = {"rules": title("tower-up").rules_version + 1}
        connection.execute(table.update().where(table.c.status != "waiting").values(**older))
        connection.execute(table.update().where(table.c.id == games["without"]).values(result=None))
    engine.dispose()
    server.start()
    yield server, games
    server.end()


@pytest.fixture
def people(chromium, archive):
    everyone = People(chromium, archive[0])
    yield everyone
    everyone.leave()
    assert everyone.complaints == []


class Owner:
    def __init__(self, cookie: str) -> None:
        self.cookie = cookie


@pytest.mark.parametrize(
    ("language", "words"),
    [("en-GB", "so it can show only the result"), ("pl-PL", "może pokazać tylko wynik")],
)
def test_a_finished_game_of_another_version_shows_its_result(people, archive, language, words):
    _, games = archive
    page = people.come(f"/tables/{games['finished']}", Owner(games["cookie"]), locale=language)
    page.wait_for_selector("#archive table")
    assert words in page.inner_text("#archive")
    assert re.search(r"wins with|share the victory|Wygrywa|dzielą się", page.inner_text("#prompt"))
    rows = page.locator("#archive tbody tr")
    assert rows.count() == len(title("tower-up").sources) + 2
    ranks = rows.last.locator("td").all_inner_texts()
    assert sorted(ranks)[0] == "1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("without", "results were not stored at that time"),
        ("running", "a server with that version can resume it"),
    ],
)
def test_a_game_that_cannot_be_shown_says_why(people, archive, name, words):
    _, games = archive
    people.expected = "400"  # there is no stored result
    cookie = games["theirs"] if name == "without" else games["cookie"]
    page = people.come(f"/tables/{games[name]}", Owner(cookie))
    page.wait_for_selector("#archive p")
    assert words in page.inner_text("#archive")
    assert page.inner_text("#prompt") == "This table could not be opened."
    assert page.locator("#archive table").count() == 0
    assert not page.locator("#connection").is_visible()  # there is nothing to reconnect to
    page.evaluate(SWITCH, ["night", "pl"])  # the reason is requested again in the other language
    page.locator("#archive", has_text="zasad gry Tower Up").wait_for()
    assert page.inner_text("#prompt") == "Nie udało się otworzyć tego stołu."


@pytest.mark.parametrize("name", ["finished", "running"])
def test_the_page_of_such_a_game_is_accessible_and_tidy(people, archive, name):
    _, games = archive
    people.expected = "400"
    page = people.come(f"/tables/{games[name]}", Owner(games["cookie"]))
    page.wait_for_selector("#archive p")
    for viewport in (LAPTOP, TELEPHONE):
        resize(page, viewport)
        for theme, language in LOOKS if SOAK else [LOOKS[0 if viewport is LAPTOP else 2]]:
            page.evaluate(SWITCH, [theme, language])
            page.locator("#archive", has_text="zasad gry" if language == "pl" else "rules version").wait_for()
            assert found(page) == [], (viewport, theme, language)


def test_the_list_of_games_shows_the_rank(people, archive):
    _, games = archive
    page = people.come("/", Owner(games["cookie"]))
    page.wait_for_selector("#mine a")
    lines = page.locator("#mine li").all_inner_texts()
    assert len(lines) == 3
    assert any(re.search(r"finished · your rank: [12] ·", line) for line in lines)
