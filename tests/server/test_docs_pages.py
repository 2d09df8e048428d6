"""The built documentation is served at /docs, under the same policy as every page, and only if it exists."""

import asyncio

import pytest

from rooftop.errors import OptionError
from rooftop.server import settings as server_settings
from rooftop.server.settings import Settings
from tests.server.serving import asking

BROWSER = {"Accept": "text/html"}


def ask(settings, look):
    async def visit():
        async with asking(settings) as client:
            await look(client)

    asyncio.run(visit())


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Return the settings of a server in a checkout."""
    monkeypatch.setattr(server_settings, "CHECKOUT", tmp_path)
    (tmp_path / "mkdocs.yml").touch()
    database = f"sqlite:///{tmp_path}/games.db"
    return lambda **chosen: Settings(database=database, titles=("tower-up",), painter_processes=0, **chosen)


def test_a_built_site_is_served_with_the_policy_of_all_pages(tmp_path, settings):
    site = tmp_path / "site"
    (site / "rules").mkdir(parents=True)
    (site / "index.html").write_text("<p>Start in two minutes</p>", encoding="utf-8")
    (site / "rules" / "figure.webp").write_bytes(b"RIFF")
    (site / "search.json").write_text("{}", encoding="utf-8")
    (site / "secret.html").symlink_to(tmp_path / "mkdocs.yml")

    async def look(client):
        answer = await client.get("/docs", follow_redirects=False)
        assert answer.headers["location"] == "/docs/index.html"
        page = await client.get("/docs/index.html")
        assert page.text == "<p>Start in two minutes</p>"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        home = await client.get("/", headers=BROWSER)
        for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
            assert page.headers[name] == home.headers[name]
        assert "'unsafe" not in page.headers["content-security-policy"]
        assert 'href="/docs/index.html"' in home.text
        known = {"If-None-Match": page.headers["etag"]}
        assert (await client.get("/docs/index.html", headers=known)).status_code == 304
        figure = await client.get("/docs/rules/figure.webp")
        assert (figure.content, figure.headers["content-type"]) == (b"RIFF", "image/webp")
        assert (await client.get("/docs/search.json")).headers["content-type"] == "application/json"
        assert (await client.head("/docs/index.html")).status_code == 200
        assert (await client.get("/docs/none.html", headers=BROWSER)).status_code == 404
        for path in ("rules", "../mkdocs.yml", "%2e%2e/mkdocs.yml", "secret.html", "a" * 300, "%00"):
            assert (await client.get(f"/docs/{path}")).status_code == 404, path

    ask(settings(), look)


def test_without_a_built_site_there_is_neither_an_address_nor_a_link(settings):
    async def look(client):
        for path in ("/docs", "/docs/index.html"):
            assert (await client.get(path)).status_code == 404
        assert "/docs" not in (await client.get("/", headers=BROWSER)).text

    ask(settings(), look)


def test_a_folder_without_documentation_is_refused(tmp_path, settings):
    with pytest.raises(OptionError, match=r"no documentation in .*: index.html is missing"):
        settings(docs=tmp_path)
