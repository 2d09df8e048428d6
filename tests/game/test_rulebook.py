"""Rule texts: what every title must cover, and in which words."""

import pytest

from rooftop.game.rulebook import rulebook
from rooftop.game.title import title, title_ids

PROGRAMMERS = ("array", "boolean", "index", "seat 0", "player 0", "null")


@pytest.mark.parametrize("name", title_ids())
def test_a_clause_says_that_colours_can_be_chosen_and_what_the_others_get(name):
    for language, choosing, otherwise in (
        ("en", "everyone may choose a colour", "another one that is free"),
        ("pl", "każdy może wybrać kolor", "albo inn"),
    ):
        clauses = {
            number: text.replace("\u00a0", " ")
            for number, text in rulebook(title(name), language).clauses.items()
        }
        (said,) = [text for text in clauses.values() if choosing in text]
        assert otherwise in said


@pytest.mark.parametrize("name", title_ids())
def test_rules_are_written_for_players(name):
    for text in rulebook(title(name), "en").clauses.values():
        assert not [word for word in PROGRAMMERS if f" {word} " in text.lower()]


@pytest.mark.parametrize("name", title_ids())
def test_english_rules_stand_in_for_a_language_without_any(name):
    assert rulebook(title(name), "xx") == rulebook(title(name), "en") != rulebook(title(name), "pl")
