"""English and Polish are complete; the progress of other languages is reported at the end of a run."""

import pytest

from rooftop.languages import LANGUAGES, folders
from rooftop.languages.catalogues import fields, forms, ids, read
from rooftop.languages.upkeep import percent, status
from rooftop.testing import TRANSLATED
from tests.summary import LANGUAGE

# The tests of titles check their own.
FOLDERS = {
    folder.parent.name: folder for folder in folders() if not (folder.parent / "edition.toml").is_file()
}
# Messages of the page that are equal in two languages.
ALIKE = {"page_home", "minutes_n", "seat_bot", "notify_email", "prompt_of"}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", FOLDERS)
def test_every_message_is_translated_and_used(name, language):
    found = status(FOLDERS[name], language)
    assert found.messages > 10
    assert (found.missing, found.wrong, found.left_over) == ([], {}, [])


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", ["server", "web"])
def test_translations_differ_from_english_and_fill_in_the_same_values(name, language):
    for message in read(FOLDERS[name] / f"{language}.po", language):
        english, translated = ids(message), forms(message)
        if message.id and message.context not in ALIKE:
            assert not set(english) & set(translated), english
            wanted = [fields(text) for text in english]
            assert all(fields(text) in wanted for text in translated), english


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_how_far_a_language_is(language, record_property):
    found = [status(folder, language) for folder in folders()]
    assert sum(row.messages for row in found) > 2000
    assert not any(row.left_over for row in found), "rooftop language update"
    record_property(LANGUAGE, f"{language} {percent(found)}%")
