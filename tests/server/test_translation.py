"""The server answers in the language of the request."""

import ast
import string
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from rooftop import server
from rooftop.errors import OptionError
from rooftop.game.edition import SOURCES
from rooftop.game.translation import bound
from rooftop.server import errors, translation
from rooftop.server.tables import log
from rooftop.server.translation import message, message_of, negotiate_language, translate


@pytest.mark.parametrize(
    ("header", "language"),
    [(None, "en"), ("", "en"), ("pl", "pl"),
     ("pl-PL,pl;q=0.9,en;q=0.8", "pl"), ("xx,en;q=0.5,pl;q=0.1", "en"),
     ("xx-YY,pl;q=0.5", "pl"), ("*", "en"), (";;,,", "en"), ("PL", "pl"), ("en-GB", "en"),
     ("en;q=0.5,pl", "pl"), ("pl;q=0,en;q=0.1", "en"), ("pl;q=x", "pl")],
)  # fmt: skip
def test_the_best_language_that_we_speak_is_used(header, language):
    assert negotiate_language(header) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [("de-AT,en", "de"), ("pt", "pt-BR"), ("pt-PT,en", "pt-BR"), ("pt-BR", "pt-BR"),
     ("zh-Hant-TW", "zh-Hant"), ("de-CH;q=0.3,pt;q=0.4", "pt-BR")],
)  # fmt: skip
def test_regions_and_scripts_are_negotiated(monkeypatch, header, language):
    ours = {code.lower(): code for code in ("en", "de", "pt-BR", "zh-Hant")}
    monkeypatch.setattr(translation, "OURS", ours)
    assert negotiate_language(header) == language


SPOKEN = {
    "OptionError", "BlockedError", "Refusal", "MissingTableError", "ConflictError", "UnavailableError",
    "UncertainError", "GameFileError", "ForbiddenAddressError", "message", "translate", "refuse",
    "self.refuse", "table.refuse",
}  # fmt: skip
TABLES: list[dict[Any, str]] = [log.OTHER_RULES, log.OTHER_EDITION, errors.HTTP_MESSAGES]
FOR_HOSTS = {  # printed in the terminal, in English
    "read_editions", "database_url", "check_public_url", "check_messages", "check_smtp_url", "check_sender",
    "check_contact", "check_docs", "check_key", "check_networks", "parse_listed",
}  # fmt: skip


def constants(value: ast.expr) -> list[str]:
    """Return the possible sentences of an argument. An f-string cannot be translated."""
    assert not isinstance(value, ast.JoinedStr), f"not to be translated: {ast.unparse(value)}"
    if isinstance(value, ast.IfExp):
        return [*constants(value.body), *constants(value.orelse)]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value] if len(value.value) > 1 else []
    return []


def sentences() -> set[str]:
    """Return all messages of the server."""
    found = {sentence for table in TABLES for sentence in table.values()} | set(SOURCES)
    for file in Path(server.__path__[0]).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in tree.body:
            if getattr(function, "name", "") in FOR_HOSTS:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in SPOKEN:
                    values = [*node.args, *(word.value for word in node.keywords if word.arg == "detail")]
                    found |= {sentence for value in values for sentence in constants(value)}
    return found - {"en", "?"}


def fields(text: str) -> set[str]:
    return {f"{name}!{how}" for _, name, _, how in string.Formatter().parse(text) if name}


def test_the_catalogue_contains_exactly_the_messages_of_the_server():
    with (resources.files("rooftop.server") / "words" / "pl.po").open("rb") as text:
        catalogue = {str(message.id): str(message.string or "") for message in read_po(text) if message.id}
    assert set(catalogue) == sentences()
    for english, polish in catalogue.items():
        assert polish, english
        assert polish != english
        assert fields(polish) == fields(english), english


def test_a_message_with_values_is_translated():
    why = "the level of a bot must be one of {levels}, not {name!r}"
    error = OptionError(message(why, levels="a, b", name="x"))
    assert str(error) == "the level of a bot must be one of a, b, not 'x'"
    assert translate(message_of(error), "pl") == bound("poziom bota musi być jednym z: a, b, a nie 'x'", "pl")
    assert translate(message_of(error), "en") == str(error)


def test_a_refusal_is_translated(running):
    answer = running.get("/api/me", headers={"accept-language": "pl"})
    assert answer.json()["error"] == translate("open the home page first to get an identity", "pl")
    assert answer.json()["error"].startswith("najpierw")


def test_the_name_of_a_guest_is_translated(running):
    cookie = running.get("/", headers={"accept-language": "pl-PL"}).cookies["rooftop"]
    answer = running.get("/api/me", headers={"accept-language": "pl-PL", "Cookie": f"rooftop={cookie}"})
    assert answer.json()["name"].startswith("Gość ")
