"""The server speaks the language of the one who asks."""

import ast
import inspect

import httpx
import pytest

from rooftop.core.words import words
from rooftop.server import app, house, looking, people, tables
from rooftop.server.speech import said, understood


@pytest.mark.parametrize(
    ("header", "language"),
    [(None, "en"), ("", "en"), ("pl", "pl"),
     ("pl-PL,pl;q=0.9,en;q=0.8", "pl"), ("de,en;q=0.5,pl;q=0.1", "en"),
     ("de-DE,pl;q=0.5", "pl"), ("*", "en"), (";;,,", "en")],
)  # fmt: skip
def test_the_first_of_our_languages_counts(header, language):
    assert understood(header) == language


@pytest.mark.parametrize("module", [app, house, looking, people, tables])
def test_every_constant_sentence_is_in_the_catalogue(module):
    """What is raised or refused with a plain sentence has Polish words; the rest is for programmers."""
    catalogue = words("rooftop.server", "pl").catalogue
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("OptionError", "Refusal", "sentence"):
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            for value in values:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    assert catalogue.gettext(value.value) != value.value, value.value


def test_a_refusal_is_said_in_polish(running):
    answer = httpx.get(running.url + "/api/me", headers={"accept-language": "pl"})
    assert answer.json()["error"] == said("open the home page first: it gives you an identity", "pl")
    assert answer.json()["error"].startswith("najpierw")


def test_a_guest_is_called_one_in_their_language(running):
    with httpx.Client(base_url=running.url, headers={"accept-language": "pl-PL"}) as client:
        client.get("/")
        assert client.get("/api/me").json()["name"].startswith("Gość ")
