"""The HTTP API: every route with valid and invalid input."""

import asyncio
import http.client
import json
import re
import unicodedata

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rooftop.bots.levels import levels_of
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.guard import SECURITY_HEADERS
from rooftop.server.routes.template import asset
from rooftop.server.settings import Settings
from rooftop.server.system import System
from rooftop.server.tables.log import MissingTableError
from tests.server.clients import CALM, Person, new_table, replayed
from tests.server.serving import asking, create_app

TABLE = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
NOWHERE = "/api/tables/nowhere"


def is_sentence(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert list(said) == ["error"]
    assert isinstance(said["error"], str)
    assert said["error"].strip()
    assert "Traceback" not in said["error"]
    return said["error"]


# --- every response -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/", "/health", "/ready", "/metrics", "/api/titles", "/api/me", "/api/tables", "/no/such/page",
     asset("rooftop.css"), "/static/none.css", asset("RooftopText-Regular.woff2"), "/tables/none",
     "/join/abc", "/robots.txt", NOWHERE + "/file"],
)  # fmt: skip
def test_every_response_has_the_security_headers(running, path):
    answer = running.get(path)
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name.decode()] == value.decode(), path
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_refused_requests_have_the_security_headers_too(running):
    for answer in (
        running.ask("POST", "/api/me", headers={"Origin": "https://elsewhere.example"}),
        running.ask("POST", "/api/me", content=b"x" * 20_000),
        running.ask("DELETE", "/api/tables"),
    ):
        assert answer.status_code in (403, 405, 413)
        assert "content-security-policy" in answer.headers


def test_scripts_and_other_sites_cannot_read_the_cookie(running):
    cookie = running.get("/").headers["set-cookie"]
    assert re.search(r"^rooftop=[\w.-]{60,100};", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie


def test_a_visitor_keeps_the_identity_of_the_first_visit(ann):
    again = ann.get("/")
    assert "set-cookie" not in again.headers
    assert ann.get("/api/me").json() == ann.get("/api/me").json()


# --- where a request comes from ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://[", "http://127.0.0.1:1", ""]
)
def test_requests_from_other_sites_change_nothing(running, ann, origin):
    before = ann.get("/api/me").json()
    headers = ann.headers | {"Origin": origin}
    answer = running.ask("POST", "/api/me", headers=headers, json={"name": "Eve"})
    assert is_sentence(answer, 403) == "requests from other sites are refused"
    assert ann.get("/api/me").json() == before


def test_requests_from_our_own_pages_are_accepted(running, ann):
    headers = ann.headers | {"Origin": running.url}
    assert running.ask("POST", "/api/me", headers=headers, json={"name": "Ann"}).status_code == 200


def test_a_socket_of_another_site_is_refused_and_our_own_is_not(running, ann, bob):
    table = new_table([ann, bob])
    where = f"ws://{running.host}/tables/{table}/socket"
    with pytest.raises(InvalidStatus, match="403"):
        connect(where, additional_headers=ann.headers, origin=Origin("https://elsewhere.example"), **CALM)
    with connect(where, additional_headers=ann.headers, origin=Origin(running.url), **CALM) as link:
        assert '"update"' in link.recv(60)


# --- identities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/me", None),
        ("POST", "/api/me", {"name": "Ann"}),
        ("POST", "/api/me/phrase", None),
        ("POST", "/api/tables", TABLE),
        ("POST", NOWHERE + "/sit", {"nonce": "x"}),
        ("POST", "/api/join", {"secret": "x", "nonce": "x"}),
        ("POST", NOWHERE + "/invitation", None),
        ("POST", NOWHERE + "/seats", {"kind": "open"}),
        ("POST", NOWHERE + "/close", None),
    ],
)
@pytest.mark.parametrize("cookie", [None, "", "nobody's", "x" * 5000])
def test_requests_without_an_identity_are_refused(running, method, path, body, cookie):
    headers = {} if cookie is None else {"Cookie": f"rooftop={cookie}"}
    answer = running.ask(method, path, json=body, headers=headers)
    assert "identity" in is_sentence(answer, 401)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ann", "Ann"), ("  Ann \n of  Ely ", "Ann of Ely"), ("Łucja 塔", "Łucja 塔"), ("x" * 24,) * 2],
)
def test_a_valid_name_is_normalised(ann, name, shown):
    assert ann.post("/api/me", {"name": name}).json()["name"] == shown
    assert ann.get("/api/me").json()["name"] == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\x00b",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "\ue000",
        "x" * 10_000,
        "\u3000\u2003",
    ],
)
def test_an_invalid_name_is_refused(ann, name):
    before = ann.get("/api/me").json()
    assert "name" in is_sentence(ann.post("/api/me", {"name": name}), 400)
    assert ann.get("/api/me").json() == before


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\uffa0", "\u115f\u1160", "Ann\u034f", "A\u180bnn", "\u2800 \u2800", "Ann\ufe00",
     "\u0301", "a" + "\u0335" * 5, "a" + "\u0300\u0301\u0302\u0303\u0304"],
)  # fmt: skip
def test_an_invisible_or_overlong_accented_name_is_refused(ann, name):
    assert "visible" in is_sentence(ann.post("/api/me", {"name": name}), 400)


@pytest.mark.parametrize("name", ["Zoe\u0308", "ทิ้ง", "שָׁלוֹם", "Nguyễn", "❤ Ann"])
def test_names_may_have_accents_and_vowel_signs(ann, name):
    assert ann.post("/api/me", {"name": name}).json()["name"] == unicodedata.normalize("NFC", name)


def test_a_new_name_is_shown_at_once_at_ones_tables(running, ann, bob):
    table = new_table([ann, bob])
    with connect(
        f"ws://{running.host}/tables/{table}/socket", additional_headers=bob.headers, **CALM
    ) as link:
        before = json.loads(link.recv(60))["seats"][0]["name"]
        assert ann.post("/api/me", {"name": "Annabel"}).status_code == 200
        while (name := json.loads(link.recv(60))["seats"][0]["name"]) == before:
            pass
        assert name == "Annabel"


@pytest.mark.parametrize(
    "path",
    ["/static/.", "/static/", "/static/..", "/static/none.js", "/static/manifest.json", "/static/.built",
     "/no/such/page"],
)  # fmt: skip
def test_missing_files_do_not_reveal_paths(running, path):
    line = http.client.HTTPConnection(running.host, timeout=60)  # does not normalize the path
    line.request("GET", path)
    answer = line.getresponse()
    assert answer.status == 404
    assert json.loads(answer.read()) == {"error": "page not found"}
    line.close()


@pytest.mark.parametrize(
    "body",
    [None, 7, "Ann", [], {}, {"name": 7}, {"name": None}, {"name": ["Ann"]}, {"name": "Ann", "id": "x"}],
)
def test_a_body_of_the_wrong_type_is_refused(ann, body):
    is_sentence(ann.post("/api/me", body), 400)


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"\xff\xfe", b'{"name": "\\ud800"}', b"[" * 10_000, b'{"a":' * 2_000]
)
def test_a_body_that_is_not_json_is_refused(running, ann, raw):
    headers = ann.headers | {"Content-Type": "application/json"}
    is_sentence(running.ask("POST", "/api/me", headers=headers, content=raw), 400)


def test_a_recovery_phrase_moves_the_identity_and_signs_the_old_device_out(running, ann):
    me = ann.post("/api/me", {"name": "Ann"}).json()
    worthless = ann.post("/api/me/phrase").json()["phrase"]
    phrase = ann.post("/api/me/phrase").json()["phrase"]
    assert len(phrase.split()) == 12
    new_device = Person(running)
    assert "unknown recovery phrase" in is_sentence(
        new_device.post("/api/recover", {"phrase": worthless}), 400
    )
    moved = new_device.post("/api/recover", {"phrase": f"  {phrase.upper()}\n"})
    assert moved.json() == me
    assert "HttpOnly" in moved.headers["set-cookie"]
    new_device.cookie = moved.cookies["rooftop"]
    assert new_device.get("/api/me").json() == me
    is_sentence(ann.get("/api/me"), 401)


@pytest.mark.parametrize("phrase", ["", "abandon " * 12, "x" * 301, 7])
def test_a_wrong_recovery_phrase_is_refused(ann, phrase):
    answer = ann.post("/api/recover", {"phrase": phrase})
    is_sentence(answer, 400)
    assert "set-cookie" not in answer.headers


# --- tables ------------------------------------------------------------------------------------------------


def test_titles_list_players_bots_and_options(running):
    (tower_up,) = (row for row in running.get("/api/titles").json() if row["id"] == "tower-up")
    assert tower_up["players"] == [2, 3, 4]
    assert tower_up["bots"] == levels_of(title("tower-up"))
    assert {"name", "default", "values", "help", "choices", "free"} == set(tower_up["options"][0])


@pytest.mark.parametrize(
    "change",
    [{"title": "chess"}, {"title": 7}, {"players": 1}, {"players": 5}, {"players": 10**30},
     {"seats": []}, {"seats": ["me"]}, {"seats": ["me"] * 2, "rated": True}, {"seats": "me"},
     {"seats": ["me", "bot:none"]},
     {"seats": ["bot:novice"] * 2}, {"seats": ["me", "bot:random"]}, {"seats": ["me", "bot:greedy"]},
     {"seats": ["me", "bot:search:simulations=5"]}, {"seats": ["me", "bot:master:seconds=99"]},
     {"seats": ["me", "bot:"]}, {"seats": ["me", "x" * 9000]}, {"seats": ["me", "open", "open"]},
     {"options": {"none": 1}}, {"options": {"hold": [1]}}, {"options": {"starting_floors": 99}},
     {"options": {"objectives": "Z"}}, {"visibility": "secret"}, {"visibility": 3}, {"pace": "slow"},
     {"more": 1}],
)  # fmt: skip
def test_an_invalid_table_is_refused(ann, change):
    is_sentence(ann.post("/api/tables", TABLE | change), 400)
    assert ann.get("/api/tables").json()["mine"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", NOWHERE + "/file", None),
        ("GET", "/tables/nowhere/scene.svg", None),
        ("POST", NOWHERE + "/sit", {"nonce": "x"}),
        ("POST", "/api/join", {"secret": "x", "nonce": "x"}),
        ("POST", "/api/invitation", {"secret": "x"}),
        ("POST", NOWHERE + "/invitation", None),
        ("POST", NOWHERE + "/seats", {"kind": "open"}),
        ("POST", NOWHERE + "/close", None),
        ("GET", "/api/tables/%00/file", None),
        ("GET", "/api/tables/%ff/file", None),
        ("GET", "/api/tables/" + "x" * 5000 + "/file", None),
    ],
)
def test_an_unknown_table_is_refused_with_a_sentence(running, ann, method, path, body):
    answer = running.ask(method, path, headers=ann.headers, json=body)
    assert answer.status_code in (400, 404)
    is_sentence(answer, answer.status_code)


def test_an_unknown_table_has_a_page_that_says_so(running, ann):
    answer = ann.get("/tables/nowhere")
    assert answer.status_code == 404
    assert "There is no such table" in answer.text
    assert answer.headers["content-type"].startswith("text/html")


def test_unknown_tables_use_no_memory(tmp_path):
    async def ask() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.db'}"))
        registry = app.state["context"].registry
        try:
            for number in range(5):
                with pytest.raises(MissingTableError):
                    await registry.table(f"none {number}")
            assert not registry._opening
            assert not registry._tables
        finally:
            app.state["context"].store.close()

    asyncio.run(ask())


@pytest.mark.parametrize("nonce", ["", "x" * 65, 7, None])
def test_a_bad_nonce_is_refused_and_the_seat_stays_free(ann, nonce):
    table = ann.post("/api/tables", TABLE).json()["table"]
    is_sentence(ann.post(f"/api/tables/{table}/sit", {"nonce": nonce}), 400)
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "x" * 64}).json() == {"seat": 0}


def test_sitting_twice_takes_one_seat_and_a_third_person_gets_none(running, ann, bob):
    table = new_table([ann, bob])
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "again"}).json() == {"seat": 0}
    assert "begun" in is_sentence(Person(running).post(f"/api/tables/{table}/sit", {"nonce": "x"}), 400)


def test_a_seat_reserved_for_the_owner_is_not_given_away(ann, bob):
    table = ann.post("/api/tables", TABLE | {"seats": ["me", "bot:novice"]}).json()["table"]
    assert "no seat is free" in is_sentence(bob.post(f"/api/tables/{table}/sit", {"nonce": "x"}), 400)


def test_public_tables_are_listed_for_everyone_and_others_only_for_their_players(ann, bob):
    made = {
        kind: ann.post("/api/tables", TABLE | {"visibility": kind}).json()["table"]
        for kind in ("public", "unlisted", "invitation")
    }
    listed = bob.get("/api/tables").json()
    assert {row["id"] for row in listed["open"]} & set(made.values()) == {made["public"]}
    assert listed["mine"] == []
    assert {row["id"] for row in ann.get("/api/tables").json()["mine"]} == set(made.values())
    for table in made.values():
        ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
        ann.post(f"/api/tables/{table}/seats", {"kind": "bot:novice"})  # the game begins
    listed = bob.get("/api/tables").json()
    assert {row["id"] for row in listed["public"]} & set(made.values()) == {made["public"]}
    assert {row["id"] for row in listed["open"]} & set(made.values()) == set()
    assert set(listed["public"][0]) == {"id", "title", "players", "status", "changed", "time", "rated"}


def test_ones_own_tables_show_whose_turn_it_is_and_ones_turns_come_first(running, ann, bob):
    table = new_table([ann, bob])
    waiting = ann.post("/api/tables", TABLE).json()["table"]

    def turns(person):
        return [(row["id"], row["my_turn"]) for row in person.get("/api/tables").json()["mine"]]

    where = f"ws://{running.host}/tables/{table}/socket"
    for number in range(3):
        seats = {row["id"]: row for row in (ann.get("/api/tables").json()["mine"])}
        acting = ann if seats[table]["my_turn"] else bob
        assert turns(bob) == [(table, acting is bob)]
        assert sorted(turns(ann)) == sorted([(table, acting is ann), (waiting, False)])
        assert acting is bob or turns(ann)[0] == (table, True)
        with connect(where, additional_headers=acting.headers, **CALM) as socket:
            frame = json.loads(socket.recv(60))
            play = {"type": "play", "id": f"{number}", "seen": number, "move": frame["offers"][0]["move"]}
            socket.send(json.dumps(play))
            while json.loads(socket.recv(60))["type"] != "done":
                continue


def test_a_table_by_invitation_is_for_invited_people_only(running, ann, bob):
    new = TABLE | {"visibility": "invitation", "seats": ["me", "invite"]}
    made = ann.post("/api/tables", new).json()
    table, secret = made["table"], made["invitation"]
    assert "no seat" in is_sentence(bob.post(f"/api/tables/{table}/sit", {"nonce": "x"}), 400)
    is_sentence(bob.get(f"/api/tables/{table}/file"), 403)
    is_sentence(bob.get(f"/tables/{table}/scene.svg"), 403)
    where = f"ws://{running.host}/tables/{table}/socket"
    with connect(where, additional_headers=bob.headers, **CALM) as socket:
        assert "by invitation only" in socket.recv(60)
    joined = bob.post("/api/join", {"secret": secret, "nonce": "x"})
    assert joined.json() == {"table": table, "seat": 1}
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "x"}).json() == {"seat": 0}
    assert ann.post(f"/api/tables/{table}/start").status_code == 204
    assert bob.get(f"/api/tables/{table}/file").status_code == 200
    is_sentence(Person(running).get(f"/api/tables/{table}/file"), 403)
    is_sentence(running.get(f"/api/tables/{table}/file"), 403)


def test_the_file_of_a_running_game_holds_no_secrets(ann, bob):
    table = new_table([ann, bob])
    file = ann.get(f"/api/tables/{table}/file").json()
    assert file.get("seed") is None
    assert not file.get("hashes")
    assert file["commitment"]


def test_a_waiting_table_has_no_file_and_no_picture(ann):
    table = ann.post("/api/tables", TABLE).json()["table"]
    assert "not begun" in is_sentence(ann.get(f"/api/tables/{table}/file"), 400)
    assert "not begun" in is_sentence(ann.get(f"/tables/{table}/scene.svg"), 400)


def test_the_picture_is_drawn_in_every_theme_language_and_size(ann, bob):
    table = new_table([ann, bob])
    for theme, lang, size in (("day", "en", "wide"), ("night", "pl", "narrow")):
        drawn = ann.get(f"/tables/{table}/scene.svg", theme=theme, lang=lang, size=size)
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert drawn.text.startswith("<svg")


@pytest.mark.parametrize(
    "wrong", [{"theme": "dusk"}, {"lang": "xx"}, {"size": "huge"}, {"lang": "../../etc"}]
)
def test_an_unknown_theme_language_or_size_is_refused(ann, bob, wrong):
    table = new_table([ann, bob])
    is_sentence(ann.get(f"/tables/{table}/scene.svg", **wrong), 400)


# --- how often the database is asked ------------------------------------------------------------------------


def test_a_request_reads_its_identity_once(tmp_path, monkeypatch):
    reads: list[str] = []
    find = auth.find

    def counted(database, cookie):
        reads.append(cookie)
        return find(database, cookie)

    monkeypatch.setattr(auth, "find", counted)

    async def ask() -> None:
        database = f"sqlite:///{tmp_path / 'a.db'}"
        async with asking(Settings(database=database, titles=("tower-up",), painter_processes=0)) as web:
            await web.get("/")
            table = (await web.post("/api/tables", json=TABLE | {"seats": ["me", "me"]})).json()["table"]
            await web.post(f"/api/tables/{table}/sit", json={"nonce": "x"})
            move = replayed(database, table).moves()[0].notation
            for path in (
                f"/tables/{table}",
                "/api/me",
                "/api/tables",
                f"/api/tables/{table}/file",
                f"/tables/{table}/scene.svg",
                f"/tables/{table}/scene.svg?move={move}",
                f"/api/tables/{table}/preview?move={move}",
            ):
                reads.clear()
                assert (await web.get(path)).status_code == 200, path
                assert len(reads) == 1, path

    asyncio.run(ask())


# --- too much ----------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_however_it_is_sent(running, ann):
    large = b'{"name": "' + b"x" * 20_000 + b'"}'
    headers = ann.headers | {"Content-Type": "application/json"}
    is_sentence(running.ask("POST", "/api/me", headers=headers, content=large), 413)
    in_pieces = (large[k : k + 1000] for k in range(0, len(large), 1000))  # without a Content-Length
    is_sentence(running.ask("POST", "/api/me", headers=headers, content=in_pieces), 413)


def test_too_many_requests_and_commands_are_told_to_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def ask() -> None:
        settings = Settings(
            database=f"sqlite:///{tmp_path / 'a.db'}", requests_per_minute=30, commands_per_minute=3
        )
        async with asking(settings) as client:
            await client.get("/")
            made = [(await client.post("/api/tables", json=TABLE)).status_code for _ in range(4)]
            assert made == [201, 201, 201, 429]
            tries = [(await client.post("/api/recover", json={"phrase": "x"})).status_code for _ in range(4)]
            assert tries == [400, 400, 400, 429]
            answers = [await client.get("/api/titles") for _ in range(30)]
            assert "wait" in is_sentence(answers[-1], 429)
            assert "content-security-policy" in answers[-1].headers

    asyncio.run(ask())
