"""rooftop language: tests/languages/ starts a language in a copy of the checkout."""

import json

import pytest
from click.testing import CliRunner

from rooftop.cli import main
from rooftop.languages import LANGUAGES, upkeep


def language(*words):
    return CliRunner().invoke(main, ["language", *words])


def test_status_has_a_line_for_each_language():
    told = language("status").output.splitlines()
    assert [line.split()[0] for line in told] == [code for code in LANGUAGES if code != "en"]
    polish = next(line for line in told if line.startswith("pl"))
    assert polish.split()[1] == "polski"
    assert "0 missing" in polish


def test_status_of_a_language_has_a_line_for_each_catalogue():
    told = language("status", "pl").output
    for name in ("arena", "server", "titles/tower_up", "web"):
        assert f"src/rooftop/{name}/words/pl.po " in told
    rows = json.loads(language("status", "pl", "--json").output)["pl"]
    assert sum(row["messages"] for row in rows["catalogues"].values()) > 2000
    assert all(rows["rules"].values())


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["status", "xx"], "rooftop: language must be one of "),
        (["status", "en"], "rooftop: language must be one of "),
        (["new", "xx"], "rooftop: language must be a code such as de, pt-BR or zh-Hant, not 'xx'"),
        (["new", "../pl"], "rooftop: language must be a code such as "),
        (["new", "zh-Hant-HK"], "rooftop: the code of a language can have at most 8 characters"),
        (["new", "PL"], "rooftop: pl exists; `rooftop language status pl` prints what is missing"),
    ],
)
def test_what_is_wrong_is_one_line(words, error):
    done = language(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith(error)
    assert done.stderr.count("\n") == 1


def test_an_installed_package_says_that_a_checkout_is_needed(monkeypatch, tmp_path):
    monkeypatch.setattr(upkeep, "PAGE", tmp_path / "english.ts")
    done = language("status")
    assert done.exit_code == 2
    assert "a checkout of Rooftop" in done.stderr
