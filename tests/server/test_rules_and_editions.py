"""Titles, rules, figures, editions and pages over HTTP."""

import re
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from rooftop.game.rulebook import figures
from rooftop.game.title import title, title_ids
from rooftop.server.routes.rules import rules
from tests.server.clients import PLAIN

LANGUAGES = ("en", "pl")


PAGES = [
    "/",
    "/new",
    "/about",
    *(f"/{what}/{name}" for what in ("rules", "editions", "learn") for name in title_ids()),
]


@pytest.fixture
def client(running):
    with httpx.Client(base_url=running.url, timeout=60, verify=PLAIN) as client:
        yield client


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_is_listed_with_its_texts(client, language):
    offered = client.get(f"/api/titles?lang={language}").json()
    assert [row["id"] for row in offered] == ["tower-up", "new-york-1901", "skytopia", "skyrise"]
    for row in offered:
        kind = title(row["id"])
        assert row["blurb"]
        assert set(row["sources"]) == set(kind.sources)
        assert [option["name"] for option in row["options"]] == [option.name for option in kind.options]
        assert set(row["first_game"]) <= {option.name for option in kind.options}


def test_titles_are_translated(client):
    english, polish = (client.get(f"/api/titles?lang={language}").json() for language in LANGUAGES)
    assert english != polish
    assert "lang must be one of en, " in client.get("/api/titles?lang=xx").json()["error"]


@pytest.mark.parametrize("name", title_ids())
def test_the_rules_have_the_same_clauses_in_both_languages(client, name):
    english, polish = (client.get(f"/api/rules/{name}?lang={language}").json() for language in LANGUAGES)
    assert list(english["clauses"]) == list(polish["clauses"])
    assert len(english["clauses"]) > 50
    assert len(english["sections"]) == len(polish["sections"]) > 4
    for number in english["clauses"]:
        assert english["clauses"][number] != polish["clauses"][number]
        assert any(f'id="{number}"' in section["html"] for section in english["sections"])


@pytest.mark.parametrize("name", title_ids())
def test_info_cards_and_decisions_name_clauses_that_exist(name):
    """Every clause number in the sources, including those for decisions that random games rarely reach."""
    kind = title(name)
    files = Path(str(resources.files(kind.package))).rglob("*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    named = set(re.findall(r'"([A-Z]{2}-\d+)"', source))
    assert named
    assert named <= set(rules(kind, "en").clauses)


@pytest.mark.parametrize("name", title_ids())
def test_every_figure_of_the_rules_is_drawn(client, name):
    for language in LANGUAGES:
        html = " ".join(section.html for section in rules(title(name), language).sections)
        named = re.findall(r'data-figure="([^"]+)"', html)
        assert {*named, "cover"} == set(figures(title(name)))  # the home page shows the cover
        assert len(named) == len(set(named)) >= 3
        for figure in sorted((*named, "cover"))[LANGUAGES.index(language) :: 2]:  # each is in one language
            answer = client.get(f"/api/figures/{name}/{figure}.svg?theme=night&lang={language}")
            root = ElementTree.fromstring(answer.text)
            assert root.get("viewBox")
            assert answer.headers["content-type"].startswith("image/svg+xml")


def test_an_unknown_figure_title_or_edition_is_refused_with_a_sentence(client):
    assert ", not 'none'" in client.get("/api/figures/tower-up/none.svg").json()["error"]
    assert "unknown title 'chess'" in client.get("/api/rules/chess").json()["error"]
    assert ", not 'mine'" in client.get("/api/editions/tower-up?edition=mine").json()["error"]
    assert client.get("/rules/chess").status_code == 404


@pytest.mark.parametrize("name", title_ids())
def test_the_edition_names_the_source_of_every_row(client, name):
    shown = client.get(f"/api/editions/{name}?lang=pl").json()
    edition = title(name).edition()
    assert shown["id"] == edition.id
    assert shown["origins"] == {source: len(rows) for source, rows in edition.tables_by_source().items()}
    assert set(shown["origins"]) == {"rulebook", "derived", "reconstructed"}
    for source, places in edition.tables_by_source().items():
        told = sum(table["origins"].get(source, 0) for table in shown["tables"])
        assert told == sum(not re.match(r"edition\b", place) for place in places)
    for table in shown["tables"]:
        assert all(table["origins"].values())
        assert table["columns"][-1] == "source"
        assert all(len(row) == len(table["columns"]) for row in table["rows"])
        assert all(row[-1] in ("rulebook", "derived", "reconstructed") for row in table["rows"])
    assert not re.search(r"\ben [^,]*, pl ", str(shown["tables"]))  # texts are in one language
    assert client.get(f"/api/editions/{name}/file").text == edition.text
    assert not re.search(r"\((rulebook|derived|reconstructed)\)", str(shown["tables"]))
    english = client.get(f"/api/editions/{name}").json()
    for told, other in ((shown, english), *zip(shown["tables"], english["tables"], strict=True)):
        for key in ("note", "notes"):
            assert not told.get(key) or told[key] != other[key]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_served(client, page):
    answer = client.get(page)
    assert answer.status_code == 200
    assert answer.text.startswith("<!doctype html>")
