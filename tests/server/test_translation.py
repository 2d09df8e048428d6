"""The server answers in the language of the request."""

import pytest

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


def test_all_sentences_of_tables_can_be_translated():
    tables = (log.OTHER_RULES, log.OTHER_EDITION, errors.HTTP_MESSAGES)
    told = {sentence for table in tables for sentence in table.values()} | set(SOURCES)
    assert len(told) > 10
    for sentence in told:
        assert translate(sentence, "pl") != sentence


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
