"""Texts of an edition: English replaces a missing language."""

import pickle

import pytest

from rooftop.game.text import Text, languages_of

NO_BREAK = "\u00a0"


def test_a_text_is_in_the_language_that_is_asked_for():
    text = Text({"en": "a mill", "pl": "młyn w lesie"})
    assert text["en"] == "a mill"
    assert text["pl"] == f"młyn w{NO_BREAK}lesie"


def test_english_stands_in_with_its_own_typography():
    assert Text({"en": "I see a mill"})["pl"] == "I see a mill"


def test_equal_texts_are_equal_keys_of_a_cache_and_survive_the_way_to_another_process():
    text, other = Text({"en": "mill", "de": "Mühle"}), Text({"de": "Mühle", "en": "mill"})
    assert text == other
    assert hash(text) == hash(other)
    assert pickle.loads(pickle.dumps(text)) == text
    assert text != Text({"en": "mill"})


def test_the_languages_of_several_texts():
    assert languages_of([Text({"en": "mill"}), Text({"en": "sea", "de": "Meer"})]) == ["en", "de"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("mill", "must be a text by language, such as { en = \"blue\" }, not 'mill'"),
        ({"pl": "młyn"}, "missing en"),
        ({"en": "mill", "pl": 3}, "pl: must be a string, not 3"),
    ],
)
def test_what_is_no_text_is_refused(value, why):
    with pytest.raises(ValueError, match=f"^{why}$"):
        Text.read(value)
