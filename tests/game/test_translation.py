"""Polish: no one-letter word is left at the end of a line."""

import re

import pytest

from rooftop.drawing.text_metrics import width, wrap
from rooftop.game.lesson import lesson
from rooftop.game.rulebook import rulebook
from rooftop.game.title import title, title_ids
from rooftop.game.translation import bound, translator

HANGING = re.compile(r"(?:^|[\s(„])[aiouwz](?: |\n)(?=\w)", re.IGNORECASE)
NO_BREAK = "\u00a0"


def test_a_no_break_space_follows_a_word_of_one_letter():
    assert bound("W turze i w mieście (z botami)", "pl") == "W_turze i_w_mieście (z_botami)".replace(
        "_", NO_BREAK
    )
    assert bound("rodzaj i\n  cena", "pl") == f"rodzaj i{NO_BREAK}cena"  # as in a file of rules
    assert bound("głów w\n\n- akapit", "pl") == "głów w\n\n- akapit"
    assert bound("głów trzy, Wi z", "pl") == "głów trzy, Wi z"
    assert bound("I see a tower", "en") == "I see a tower"


@pytest.mark.parametrize("package", ["rooftop.server", "rooftop.reports", "rooftop.arena", "rooftop.web"])
def test_no_message_leaves_a_letter_at_the_end_of_a_line(package):
    said = translator(package, "pl").catalogue
    assert not [text for text in said._catalog.values() if HANGING.search(text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", title_ids())
def test_no_text_of_a_title_leaves_a_letter_at_the_end_of_a_line(name):
    kind = title(name)
    said = translator(kind.package, "pl").catalogue._catalog  # type: ignore[attr-defined]
    rules, taught = rulebook(kind, "pl"), lesson(kind)
    assert taught is not None
    texts = [*said.values(), *(chapter.text for chapter in rules.chapters), *rules.clauses.values()]
    assert {step.text for step in taught.steps} <= set(said)
    assert not [found.group() for text in texts for found in HANGING.finditer(text)]
    assert any(NO_BREAK in text for text in rules.clauses.values())


def test_text_in_pictures_is_not_wrapped_at_a_no_break_space():
    text = f"dom w{NO_BREAK}parku"
    assert width(text, "text", 10) == width("dom w parku", "text", 10)
    room = width("dom w", "text", 10)
    assert wrap("dom w parku", "text", 10, room, 2) == ("dom w", "parku")
    assert wrap(text, "text", 10, width("w parku", "text", 10), 2) == ("dom", f"w{NO_BREAK}parku")
