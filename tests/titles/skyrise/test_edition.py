"""The edition is valid, and errors in others name the table and key."""

import contextlib
import random

import pytest

import rooftop
from rooftop.game.edition import Edition
from tests.conftest import ROOT
from tests.titles.skyrise.tables import TITLE

TEXT = (ROOT / "src" / "rooftop" / "titles" / "skyrise" / "edition.toml").read_text(encoding="utf-8")


def problems(old, new, count=1):
    """The problems of the title's own edition after one change."""
    assert old in TEXT
    try:
        return TITLE.problems(Edition.parse("mine.toml", TEXT.replace(old, new, count)))
    except rooftop.EditionError as error:
        return error.problems


def test_the_edition_is_sound_for_every_number_of_players():
    assert TITLE.problems(TITLE.edition()) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[keys]", "[the_keys]", "missing table [keys]"),
        ("[[patron]]", "[[patrons]]", "patrons: unknown table; Skyrise has"),
        (
            'neighbours = ["F4", "F2"]',
            'neighbours = ["F2"]',
            "but F1 does not list F4",
        ),
        (
            'neighbours = ["A2", "A7"]',
            'neighbours = ["A2", "A7", "A6"]',
            "are listed as neighbours but share no border",
        ),
        ('colour = "green"\nneighbours', 'colour = "blue"\nneighbours', ".colour: "),
        ("number = 24", "number = 11", "building[1].number: 11 is a duplicate"),
        (
            'height = "tall"\nera = 1',
            'height = "short"\nera = 1',
            "red has 5 short ones; structures.short says 4",
        ),
        ("initiative = 2\n", "initiative = 1\n", "wonder[1].initiative: 1 is a duplicate"),
        (
            'effect = "hammer"',
            'effect = "anvil"',
            "wonder[0].effect: must be one of hammer, capital",
        ),
        ("patron_per_letter = 2", "patron_per_letter = 3", "36 discs, but 32 neighbourhoods"),
        (
            'effect = "hammer"',
            'effect = "structures_left"',
            "wonder[0].value: the effect structures_left does not use it; remove it",
        ),
        ("scale = [9, 6, 3]", "", "wonder[16].scale: missing; the effect structures_left needs it"),
        ("may_start_any_time = false", "need = 2", "wonder[1].need: the effect capital does not use it"),
        ('feature = "bridge"', 'feature = "bridge"\nneed = 2', "panorama[3].need: a bridge always has two"),
        ("small_used_with = [3, 4]", "small_used_with = [4, 4]", "keys.small_used_with[1]: 4 is a duplicate"),
        (
            "wonder_cards_dealt = 5",
            "wonder_cards_dealt = 11",
            "must be from 2 to 10, not 11",
        ),
        (
            "discs = 4\nvalue = 3",
            "discs = 4\nvalue = -1",
            "step[4].value: must be from 0 to 100",
        ),
        ('letter = "D"', 'letter = "E"', "patron: letters must be A, B, C, D"),
        ('"spoke-N-left", "spoke-N-right", "spoke-E-left"', '"spoke-N-left", "spoke-E-left"', ""),
        ('"ring-NE"]', '"ring-XX"]', "there is no bridge 'ring-XX'"),
        (
            'seat_colours = ["red", "blue"]',
            'seat_colours = ["red", "red"]',
            "seat_colours must be 2 different colours",
        ),
        (
            "hammer_ban_blocks_atelier = true",
            'hammer_ban_blocks_atelier = "maybe"',
            "rulings.hammer_ban_blocks_atelier: ",
        ),
        (
            "value = 5  # the value of island control",
            "value = 500  # the value",
            "value: must be from 0 to 100, not 500",
        ),
    ],
)
def test_problems_name_the_table_and_key(old, new, sentence):
    found = problems(old, new)
    if not sentence:  # one bridge fewer makes another valid edition
        assert found == []
    else:
        assert any(sentence in line for line in found), found


def test_a_missing_line_never_crashes_the_check():
    lines = TEXT.splitlines()
    chance = random.Random(5)
    for _ in range(25):
        gone = chance.randrange(len(lines))
        with contextlib.suppress(rooftop.EditionError):
            found = TITLE.problems(Edition.parse("mine.toml", "\n".join(lines[:gone] + lines[gone + 1 :])))
            assert all(line.startswith("mine.toml: ") for line in found)


def test_names_do_not_change_the_hash_and_numbers_do():
    def hash_of(old, new):
        return TITLE.hash(Edition.parse("mine.toml", TEXT.replace(old, new, 1)))

    own = TITLE.hash(TITLE.edition())
    assert hash_of('en = "Aerie"', 'en = "Eyrie"') == own
    assert hash_of("excess_value = 10", "excess_value = 9") != own
    assert hash_of("number = 31", "number = 30") != own
