"""In practice games, bots and suggestions think in the player's browser."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rooftop.game.title import title, title_ids
from tests import equality
from tests.browser.people import People, may_play, play_on, settled
from tests.server.clients import Person, Server, new_table
from tests.waiting import page_until

# The number of bytes of a file that come from the server.
TRANSFERRED = """async url => {
  const entry = new Promise(found => new PerformanceObserver(list =>
    list.getEntriesByName(url).map(found)).observe({type: 'resource'}));
  await (await fetch(url)).arrayBuffer();
  return (await entry).transferSize;
}"""
WORDS = "([name, wasm, given]) => equal[name](wasm, given)"


@pytest.fixture(scope="module")
def run(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    page = chromium.new_page()
    page.add_script_tag(path=equality.bundle(tmp_path_factory.mktemp("equal")))
    yield lambda name, wasm, given: page.evaluate(WORDS, [name, wasm, given])
    page.close()


@pytest.mark.parametrize("name", title_ids())
def test_games_in_a_browser_are_equal_to_the_byte(run, name):
    equality.check_games(run, title(name))


@pytest.mark.parametrize("name", title_ids())
def test_searches_in_a_browser_are_equal_to_the_byte(run, name):
    equality.check_searches(run, title(name))


# --- at a table --------------------------------------------------------------------------------------------


def answers(served: Server, level: str = "") -> dict[str, float]:
    """The outcomes of questions to browsers, and how often bots of a level have thought on the server. Bots
    may still be thinking at the tables of earlier tests."""
    told = served.get("/metrics").text
    found = re.findall(r'rooftop_browser_answers_total\{outcome="(\w+)"\} (.+)', told)
    found += re.findall(rf'rooftop_bot_seconds_count\{{level="({level})"\}} (.+)', told)
    return {name: float(count) for name, count in found}


def since(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """The difference between two counts."""
    found = {name: count - before.get(name, 0) for name, count in after.items()}
    return {name: count for name, count in found.items() if count}


def practise(people: People, served: Server, kind: str, level: str, **more: Any) -> tuple[Any, list[str]]:
    """A page at a table against bots, on the person's turn, and its requests."""
    ann = Person(served)
    table = new_table([ann], 2, title=kind, level=level)
    requested: list[str] = []
    page = people.come("/", ann, **more)
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{served.url}/tables/{table}")
    settled(page)
    page_until(page, lambda: may_play(page), "the bots do not move")
    return page, requested


def able(page: Any) -> None:
    """Wait until the page has announced that it can think."""
    page.wait_for_function("() => document.body.dataset.thinks === 'yes'")


def fetched(requested: list[str], ending: str) -> list[str]:
    return [url for url in requested if url.endswith(ending)]


@pytest.mark.parametrize("level", ["architect", "grandmaster"])
def test_bots_think_in_the_page_of_the_one_who_practises(people, served, level):
    page, requested = practise(people, served, "tower-up", level)
    able(page)
    before = answers(served, level)
    assert play_on([page], 4) == 4
    page_until(page, lambda: may_play(page), "the bots do not move")
    found = since(before, answers(served, level))
    assert found.pop("used") >= 2
    assert found == {}  # no bot thought on the server, and no answer was wrong
    assert len(fetched(requested, ".wasm")) == 1
    assert len(fetched(requested, ".bin")) == (level == "grandmaster")
    page.reload()
    able(page)
    for ending in (".wasm", *([".bin"] if level == "grandmaster" else [])):  # from the browser's cache
        assert page.evaluate(TRANSFERRED, fetched(requested, ending)[0]) == 0


def test_who_does_not_want_it_lets_the_server_think(people, served):
    page, _ = practise(people, served, "tower-up", "architect")
    able(page)
    page.locator("#tool-more").click()
    page.locator("#set-think").uncheck()
    page.wait_for_function("() => document.body.dataset.thinks !== 'yes'")
    page.locator("#panel-close").click()
    before = answers(served, "architect")
    play_on([page], 3)
    page_until(page, lambda: may_play(page), "the bots do not move")
    assert since(before, answers(served, "architect")).keys() == {"architect"}


@pytest.mark.parametrize("missing", ["**/*.wasm", "**/thinker-*.js", "**/thinking"])
def test_where_a_browser_cannot_think_the_server_does(people, served, missing):
    page, _ = practise(people, served, "tower-up", "architect", expected="Failed to load resource")
    page.route(missing, lambda route: route.abort())
    page.reload()
    settled(page)
    before = answers(served, "architect")
    play_on([page], 3)
    page_until(page, lambda: may_play(page), "the bots do not move")
    assert since(before, answers(served, "architect")).keys() == {"architect"}


def test_a_suggestion_thinks_in_the_page_also_where_bots_have_secrets(people, served):
    page, requested = practise(people, served, "skyrise", "novice")
    play_on([page], 2)
    page_until(page, lambda: may_play(page), "the bots do not move")
    assert not fetched(requested, ".wasm")  # its bots think on the server
    before = answers(served)
    page.locator("#suggest").click()
    page.locator("#suggestions [data-move]").first.wait_for()
    assert since(before, answers(served)) == {"used": 1}
    assert len(fetched(requested, ".wasm")) == 1
