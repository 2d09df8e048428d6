"""Names: what may be shown, which names look alike, and which look like ours."""

import pytest

from rooftop.errors import OptionError
from rooftop.game.translation import LANGUAGES
from rooftop.server.names import clean_name, folded, numbered
from rooftop.server.routes.template import words
from rooftop.server.tables.log import BOT_NAMES
from rooftop.server.translation import translate

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
LEVELS = ("novice", "apprentice", "builder", "architect", "master", "grandmaster", "random", "greedy")


@pytest.mark.parametrize(
    "name", [FAMILY, PERSIAN, "\u2764\ufe0f\u200d\U0001f525 Ann", "\u2764\ufe0f", "1\ufe0f\u20e3"]
)
def test_names_may_have_joined_emoji_and_joined_letters(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["Ann\u200d", "\u200cAnn", "A\u200dn\u200cn", "Ann\ufe0f", "Ann \u200d"])
def test_joiners_that_join_nothing_are_dropped(name):
    assert clean_name(name) == "Ann"


@pytest.mark.parametrize("name", ["\u200d", "\ufe0f\u200c\u200d", " \u200d \ufe0f"])
def test_a_name_needs_more_than_joiners(name):
    with pytest.raises(OptionError, match="1 to 24 characters"):
        clean_name(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_calls_bots_and_people_is_no_name(language):
    say = words(language).say
    bots = [say("seat_bot", name=say(f"level_{level}")) for level in LEVELS]
    for name in (
        *bots,
        say("host"),
        say("you"),
        say("seat_me"),
        say("someone"),
        translate("someone", language),
    ):
        for shown in (name, name.upper(), f" {name} ", name.replace(" ", "\u2003"), f"{name[0]} {name[1:]}"):
            with pytest.raises(OptionError, match="looks like"):
                clean_name(shown)


@pytest.mark.parametrize(
    "name",
    ["bot: master", "BOT:MASTER", "\uff42\uff4f\uff54\uff1a master", "b\u043et: master", "b0t master",
     "Master bot", "mistrz (bot)", "Ann, bot: mistrz", "bot", "Bots", "Ada (bot)", "botmaster", "Rooftop",
     "R o o f t o p", "R\u043e\u043eftop team", "The Host", "Gospodarz", "Admin"],
)  # fmt: skip
def test_names_that_look_like_ours_are_refused(name):
    with pytest.raises(OptionError, match="looks like"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Robot",
        "Botanik",
        "my-bot",
        "Grandmaster Ann",
        "Mistrz",
        "Tytus",
        "Jan",
        "Guest 1234",
        "Gość 1234",
    ],
)
def test_ordinary_names_are_not_ours(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ANN"), ("Ann", "\uff21nn"), ("Ann", "\u0410nn"), ("Zoë", "Zoe\u0308"), ("Ian", "lan"),
     ("A B", "A\u2003B"), (PERSIAN, PERSIAN.replace("\u200c", "")), (FAMILY, FAMILY.replace("\u200d", "")),
     ("Bob", "B0b"), ("Łukasz", "lukasz")],
)  # fmt: skip
def test_names_that_look_alike_have_one_form(one, other):
    assert folded(one) == folded(other)


def test_the_second_of_two_people_with_one_name_is_numbered():
    assert numbered(["Ann", "Bob", "ann"]) == ["Ann", "Bob", "ann (2)"]
    assert numbered(["Ann", "Ann", "Ann (2)", "Ann"]) == ["Ann", "Ann (3)", "Ann (2)", "Ann (4)"]
    assert numbered(["", "", *BOT_NAMES]) == ["", "", *BOT_NAMES]
