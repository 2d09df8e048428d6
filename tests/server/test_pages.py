"""Pages arrive complete, in the visitor's language and theme."""

import asyncio
import gzip
import io
import re
from html import unescape
from typing import Any

import httpx
import pytest
from PIL import Image

from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.title import title, title_ids
from rooftop.server.errors import Refusal
from rooftop.server.library import Library
from rooftop.server.painting.previews import WAITING, Previews
from rooftop.server.routes.forms import new_game
from rooftop.server.routes.template import asset, manifest, words
from rooftop.server.settings import Settings
from tests.server.clients import PLAIN, Person
from tests.server.serving import asking

PAGES = {
    "/": "Play right away against bots",
    "/new": "Who can watch",
    "/about": "A fair shuffle",
    "/join/x": "There is no such invitation",
    "/learn/tower-up": "Welcome to the building site!",
    "/rules/tower-up": "The game is for two, three or four players",
    "/editions/tower-up": "from the rulebook",
    "/tables/none": "There is no such table",
    "/no/such/page": "There is no such page",
}
POLISH = {"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.8"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(("path", "sentence"), PAGES.items())
def test_pages_arrive_with_all_words_in_the_visitors_language(running, path, sentence):
    english = running.get(path, headers=BROWSER).text
    polish = running.get(path, headers=BROWSER | POLISH).text
    assert sentence in text_of(english)
    assert sentence not in text_of(polish)
    for language, html in (("en", english), ("pl", polish)):
        assert f'<html lang="{language}"' in html
        say = words(language).say
        assert say("foot_text") in html
        assert re.search(r'<meta name="description" content="[^"]{20,}" />', html)
        assert not re.search(r"data-say=\"\w+\"[^>]*></", html)  # every element has its text
        assert "{{" not in html
        assert "style=" not in html
        assert not re.search(r"<script(?![^>]* src=)", html)


def test_a_chosen_language_and_theme_come_before_those_of_the_device(running):
    def get(cookie):
        return running.get("/", headers=POLISH | {"Cookie": cookie}).text

    assert '<html lang="pl" dir="ltr" data-theme="day">' in get("")
    assert '<html lang="en" dir="ltr" data-theme="night" data-chosen>' in get(
        "rooftop-lang=en; rooftop-theme=night"
    )
    assert '<html lang="pl" dir="ltr" data-theme="day">' in get("rooftop-lang=../etc; rooftop-theme=x")
    answer = running.get("/api/rules/none", headers=POLISH | {"Cookie": "rooftop-lang=en"})
    assert "unknown title" in answer.json()["error"]


def test_figures_follow_the_theme_and_have_a_size(running):
    for path, count in (("/", len(title_ids())), ("/rules/tower-up", 4)):
        device = running.get(path).text
        night = running.get(path, headers={"Cookie": "rooftop-theme=night"}).text
        assert device.count('<source media="(prefers-color-scheme: dark)"') >= count
        assert "<source" not in night
        assert "theme=day" not in night
        images = re.findall(r"<img [^>]*>", night)
        assert len(images) >= count
        for image in images:
            assert re.search(r'width="\d+" height="\d+"', image)
            assert "alt=" in image


def test_figures_of_pages_are_pixels(running):
    day, night = (
        running.get(f"/figures/tower-up/cover.webp?theme={theme}&lang=pl") for theme in ("day", "night")
    )
    for picture in (day, night):
        assert picture.headers["content-type"] == "image/webp"
        assert size_of(picture.content) == (624, 390)
        assert len(picture.content) < 100_000
    assert day.content != night.content
    assert running.get("/figures/tower-up/cover.webp?theme=dusk").status_code == 400
    assert running.get("/figures/tower-up/none.webp").status_code == 400


def test_home_greets_the_visitor_and_lists_the_easiest_title_first(running, ann):
    ann.post("/api/me", {"name": "<b>Ann & Co</b>"})
    html = ann.get("/").text
    assert 'value="&lt;b&gt;Ann &amp; Co&lt;/b&gt;"' in html
    assert re.findall(r'data-play="([\w-]+)"', html) == ["tower-up", "new-york-1901", "skytopia", "skyrise"]
    assert 'id="friends-tower-up" data-with-friends' in html


def test_an_open_seat_is_listed_with_its_host_for_others(running, ann, bob):
    ann.post("/api/me", {"name": '"><script>'})
    order = {"title": "tower-up", "players": 3, "seats": ["me", "open", "open"], "visibility": "public"}
    table = ann.post("/api/tables", order).json()["table"]
    ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    (line,) = (row for row in bob.get("/api/tables").json()["open"] if row["id"] == table)
    assert (line["host"], line["free"]) == ('"><script>', 2)
    html = bob.get("/").text
    assert f'data-join="{table}"' in html
    assert "<script>" not in html
    assert f'id="table-{table}"' not in html  # not under "Watch" as well
    own = ann.get("/").text
    assert f'data-join="{table}"' not in own
    assert f'id="table-{table}"' in own


@pytest.mark.parametrize(
    ("query", "seats"),
    [
        ("title=skyrise", ["me", "bot:novice", "bot:novice"]),
        ("title=skyrise&seats=invite", ["me", "invite", "invite"]),
        ("title=skyrise&seats=open&players=2", ["me", "open"]),
        ("title=chess&players=99", ["me", "bot:novice", "bot:novice"]),
        ("players=%C2%B2&seats=bot:master", ["me", "bot:novice", "bot:novice"]),
    ],
)
def test_the_form_of_a_new_game_opens_as_asked(running, query, seats):
    html = running.get(f"/new?{query}").text
    chosen = re.findall(r'<select id="seat-\d".*?<option value="([\w:]+)" selected>', html, re.DOTALL)
    assert chosen == seats
    shown = "skyrise" if "skyrise" in query else "tower-up"
    assert f'<form id="new" class="new" data-title="{shown}">' in html


@pytest.mark.parametrize(
    ("headers", "label"),
    [
        ({}, "Strict chains: a card activated by another card can neither touch the golems on that card"),
        (POLISH, "Ścisłe łańcuchy: karta aktywowana przez inną nie działa na golemy na tamtej karcie"),
    ],
)
def test_strict_chains_can_be_switched_on_in_the_form(running, headers, label):
    html = running.get("/new?title=skytopia", headers=BROWSER | headers).text
    field = html.split('data-option="strict_chains"')[1].split('data-option="')[0]
    assert '<input type="checkbox" id="option-strict_chains" />' in field  # off, as in a first game
    assert label in unescape(field).replace("\u00a0", " ")


def test_the_form_shows_the_colours_of_an_edition_and_what_they_bring():
    own = title("skyrise").edition()
    text = own.text.replace(f'id = "{own.id}"', 'id = "mine"').replace('en = "teal"', 'en = "mint"')
    library = Library([Edition.parse("mine.toml", text)])

    def colours(**wanted):
        form: Any = new_game(library, words("en"), "skyrise", **wanted)
        return [name for _, name in form["colours"]]

    numbers = "Numbers: 14, 22, 33, 43, 52, 63, 71, 82, 94, 101, 112, 123"
    assert colours()[1] == f"Teal · {numbers}"
    assert colours(options='{"numbers": "dealt"}') == ["Red", "Teal", "Yellow", "Blue"]
    assert colours(edition_id="mine")[1] == f"Mint · {numbers}"
    for nonsense in ({"options": "[}"}, {"options": '{"numbers": []}'}, {"edition_id": "yours"}):
        assert colours(**nonsense) == colours()


def test_static_files_are_kept_for_ever_and_compressed(running):
    for name in ("home.js", "rooftop.css", "RooftopText-Regular.woff2", "icon.svg"):
        plain = running.get(asset(name), headers={"Accept-Encoding": "identity"})
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "content-encoding" not in plain.headers
        assert re.search(r"-[A-Z0-9]{8}\.", asset(name))
        packing: dict[str, Any] = {"headers": {"Accept-Encoding": "gzip"}, "timeout": 60, "verify": PLAIN}
        with httpx.stream("GET", running.url + asset(name), **packing) as packed:
            body = b"".join(packed.iter_raw())
        if name.endswith("woff2"):
            assert "content-encoding" not in packed.headers
        else:
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.headers["vary"] == "accept-encoding"
            assert gzip.decompress(body) == plain.content
        brotli = running.ask("HEAD", asset(name), headers={"Accept-Encoding": "gzip, deflate, br"})
        assert brotli.status_code == 200
        assert brotli.headers.get("content-encoding", "br") == "br"


def test_a_page_preloads_every_script_that_its_script_imports(running):
    html = running.get("/").text
    loaded = set(re.findall(r'(?:src|href)="/static/([^"]+)"', html))
    assert loaded <= set(manifest().files.values())
    assert set(manifest().imports["home.js"]) <= loaded


def test_an_unknown_address_is_a_page_for_browsers_and_json_for_programs(running):
    for path, page in (("/no/such/page", True), ("/api/no", False), ("/static/no.js", False)):
        answer = running.get(path, headers=BROWSER)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html" if page else "application/json")
        assert "set-cookie" not in answer.headers
        assert running.get(path).json() == {"error": "page not found"}
    refused = running.ask("DELETE", "/new", headers=BROWSER)
    assert refused.status_code == 405
    assert refused.json() == {"error": "method not allowed"}


def test_robots_may_read_pages_but_not_the_api(running):
    text = running.get("/robots.txt").text
    assert "Disallow: /api/" in text
    invited = Person(running).get("/join/x").text
    assert '<meta name="robots" content="noindex" />' in invited


# --- link previews -----------------------------------------------------------------------------------------


def meta(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)" />', html)
    return {name: unescape(content) for name, content in found}


def test_a_link_to_the_rules_has_a_picture_and_a_sentence(running):
    said = meta(running.get("/rules/new-york-1901", headers=POLISH).text)
    assert said["og:title"] == "New York 1901: Zasady · Rooftop"
    assert "New York 1901" in said["og:description"]
    assert said["og:url"] == f"{running.url}/rules/new-york-1901"
    assert said["og:image"] == f"{running.url}/rules/new-york-1901/preview.png?lang=pl"
    picture = running.get(said["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (1200, 630)


def size_of(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


@pytest.mark.parametrize("host", ["evil.example/<script>", 'a" onload="x', "a b", "x" * 300 + "/", "a@b"])
def test_addresses_in_link_previews_cannot_be_injected(running, host):
    html = running.get("/", headers={"Host": host}).text
    assert host not in html
    assert "og:image" not in meta(html)


def test_the_public_url_of_the_settings_comes_first(tmp_path):
    async def ask() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'a.db'}", public_url="https://rooftop.example")
        async with asking(settings) as client:
            said = meta((await client.get("/", headers={"Host": "other.example"})).text)
            assert said["og:url"] == "https://rooftop.example/"

    asyncio.run(ask())
    with pytest.raises(OptionError, match="public URL must be like"):
        Settings(public_url="javascript:alert(1)")


def test_a_running_game_is_shown_only_if_it_is_public(running, ann, bob):
    for visibility, status in (("public", 200), ("unlisted", 403), ("invitation", 403)):
        order = {"title": "tower-up", "players": 2, "seats": ["me", "bot:novice"], "visibility": visibility}
        table = ann.post("/api/tables", order).json()["table"]
        assert bob.get(f"/tables/{table}/preview.png").status_code in (400, 403)  # it has not begun
        ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
        said = meta(bob.get(f"/tables/{table}").text)
        own = f"{running.url}/tables/{table}/preview.png?lang=en"
        assert (said["og:image"] == own) == (status == 200)
        assert ("Tower Up" in said["og:title"]) == (visibility != "invitation")
        assert said["robots"] == "noindex"
        answer = running.get(own)
        assert answer.status_code == status, visibility
        if status == 200:
            assert size_of(answer.content) == (1200, 630)
            wrong = running.get(own.replace("lang=en", "lang=xx"))
            assert wrong.status_code == 400


def test_a_finished_game_has_a_preview_with_its_result(running, finished):
    ann, table = finished[0].person, finished[0].table
    stranger = Person(running)
    html = stranger.get(f"/tables/{table}").text
    said = meta(html)
    seats = stranger.get(f"/api/tables/{table}/result").json()["seats"]
    best = min(seats, key=lambda seat: seat["rank"])
    assert said["og:title"].startswith("Tower Up: ")
    assert best["name"] in said["og:title"]
    for seat in seats:
        assert f"{seat['name']} {seat['total']}" in said["og:description"]
    assert 'A"><b' not in html
    picture = running.get(said["og:image"])
    assert size_of(picture.content) == (1200, 630)
    assert picture.headers["cache-control"] == "public, max-age=86400"
    again = ann.get(f"/tables/{table}/preview.png")
    assert again.content == picture.content  # a player's link shows no more


def test_only_a_few_previews_wait_at_a_time():
    async def ask() -> None:
        made, release = Previews(), asyncio.Event()

        async def draw() -> str:
            await release.wait()
            raise RuntimeError("not drawn")

        waiting = [asyncio.create_task(made.link(f"{n}", draw)) for n in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="too many pictures"):
            await made.link("one more", draw)
        release.set()
        assert len(await asyncio.gather(*waiting, return_exceptions=True)) == WAITING
        made.close()

    asyncio.run(ask())
