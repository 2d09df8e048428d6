"""One schema for all titles; each error is reported with its place, on one line."""

import dataclasses
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rooftop
from rooftop.game.edition import SOURCES, Edition, headers, tables, texts
from rooftop.titles.tower_up.board import board
from tests.conftest import ROOT

FOLDERS = ("tower_up", "skyrise", "skytopia", "new_york_1901")
HASHES = {  # stored games contain these: texts may change, values read by the rules may not
    ("tower-up-reconstructed-1", 2): "21b52f6cfea08876fac124383155d1f6087eaa232f762446788629ab209997cc",
    ("skyrise-reconstructed-3", 4): "c3e00e3dfeee64fb8b5e4954f6e63f1d1cb74a335f9376f126424b8a6d469b9b",
    ("skyrise-reconstructed-2", 3): "3594f1432e19c29ef595f088ba4dc4a3933801a2263fb96b71fa90e1acf8083f",
    ("skyrise-reconstructed-1", 2): "d6c05063e2d6c0d00d9117940dd7941bf4ea5052e16cca23adbbf2b0ce6d566a",
    ("skytopia-reconstructed-1", 2): "7cd8bd43fdbc89d65baf997f271dc929387ff1f1a4660c68d214fd31bd8a41e8",
    ("nassau-2", 3): "8f069e5d6d5ef96ac68158944946e494a1498943cf75bbe1a99336dfc5aa20b4",
    ("nassau-1", 2): "a4c8257c952b79b2962ec12d04d9bb4080556d3cbfa92fe16185a0b2ae472c66",
}
OWN = ROOT / "src" / "rooftop" / "titles" / "tower_up" / "edition.toml"
TEXT = OWN.read_text(encoding="utf-8")
TITLE = rooftop.title("tower-up")


def path(folder):
    return ROOT / "src" / "rooftop" / "titles" / folder / "edition.toml"


def problems(old, new, count=1):
    """The errors of Tower Up's own edition after one change."""
    assert old in TEXT
    try:
        return TITLE.problems(Edition.parse("mine.toml", TEXT.replace(old, new, count)))
    except rooftop.EditionError as error:
        return error.problems


@pytest.mark.parametrize("folder", FOLDERS)
def test_all_four_editions_keep_the_schema(folder):
    edition = Edition.load(path(folder))
    assert edition.title == folder.replace("_", "-")
    assert edition.players == (2, 3, 4)
    assert all(edition.tables_by_source()[source] for source in SOURCES)


def test_editions_keep_their_hashes():
    kinds = [rooftop.title(folder.replace("_", "-")) for folder in FOLDERS]
    editions = [(kind, edition) for kind in kinds for edition in kind.editions()]
    assert {(edition.id, edition.version): kind.hash(edition) for kind, edition in editions} == HASHES


def as_schema_1(text):
    """An edition in the old format, where each text was two keys."""
    words = r'"(?:[^"\\]|\\.)*"'
    text = text.replace("schema = 2", "schema = 1", 1).replace("letter_shown = ", "letter = ")

    def keys(found):
        name, source, texts = found[1], found[2] or "", found[3]
        pairs = re.findall(rf"(\w+) = ({words})", texts)
        return "\n".join(f"{name}_{language}{source} = {words}" for language, words in pairs)

    one = rf"(?:en|de|pl) = {words}"
    text = re.sub(rf"^(\w+?)(_source)? = {{ ({one}(?:, {one})*) }}", keys, text, flags=re.MULTILINE)
    return re.sub(r"^(\w+)\.(en|de|pl) = ", r"\1_\2 = ", text, flags=re.MULTILINE)


def fields_of(board):
    return {field.name: getattr(board, field.name) for field in dataclasses.fields(board)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_file_of_schema_1_is_the_same_edition(folder):
    kind, text = rooftop.title(folder.replace("_", "-")), path(folder).read_text(encoding="utf-8")
    # `name_source` covered both `name_en` and `name_pl`: here it would refer to nothing
    old = re.sub(r'^(name|text|mark)_source = ".*\n', "", as_schema_1(text), flags=re.MULTILINE)
    assert not re.search(r"^\s*\w+ = \{ en =", old, re.MULTILINE)
    edition = Edition.parse("mine.toml", old)
    assert kind.problems(edition) == []
    assert kind.hash(edition) == kind.hash(kind.edition())
    for players in edition.players:
        assert fields_of(kind.board(edition, players)) == fields_of(kind.board(kind.edition(), players))


def test_a_file_of_schema_1_names_a_source_for_each_language():
    text = as_schema_1(TEXT).replace(
        'name_en = "Blue"\n',
        'name_en = "Blue"\nname_en_source = "reconstructed"\nname_pl_source = "derived"\n',
    )
    found = Edition.parse("mine.toml", text).tables_by_source()
    assert "player[0].name.en" in found["reconstructed"]
    assert "player[0].name.pl" in found["derived"]


def test_a_text_may_be_in_other_languages_and_lack_one():
    text = TEXT.replace('languages = ["en", "de", "pl"]', 'languages = ["en", "eo"]')
    text = re.sub(r'(?:, |^text\.)(?:de|pl) = "(?:[^"\\]|\\.)*"', "", text, flags=re.MULTILINE)
    text = text.replace('{ en = "Blue" }', '{ en = "Blue", eo = "Blua" }')
    names = board(Edition.parse("mine.toml", text), 2).player_names
    assert [names[0].name[language] for language in ("eo", "en", "pl")] == ["Blua", "Blue", "Blue"]
    assert names[1].name["eo"] == "Yellow"


@pytest.mark.parametrize("folder", FOLDERS)
def test_marks_are_of_one_dialect(folder):
    text = path(folder).read_text(encoding="utf-8")
    assert not re.search(r"^\s*(known|certain)\s*=", text, re.MULTILINE)
    assert not re.search(r"_source\s*=\s*\[", text)
    assert not re.search(r"\b(EN|PL) \d+", text)
    for _, table in tables(Edition.load(path(folder)).data, headers(text)):
        assert table["source"] in SOURCES


@pytest.mark.parametrize("folder", FOLDERS)
def test_our_texts_are_in_every_language_of_the_edition_and_not_empty(folder):
    edition = Edition.load(path(folder))
    found = [row for row in texts(edition.data) if not row[0].endswith("_source")]
    assert len(found) >= 30
    for place, text in found:
        assert tuple(text) == edition.header.languages, place
        assert all(words.strip() for words in text.values()), place


def test_tower_up_is_sound_for_every_number_of_players():
    assert TITLE.problems(TITLE.edition()) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[edition]", "[about]", "mine.toml: missing table [edition] with schema, id, title"),
        ("schema = 2\n", "", "mine.toml: edition: missing schema"),
        ("schema = 2", "schema = 3", "mine.toml: edition.schema: must be 2, not 3"),
        ('title = "tower-up"', 'title = "tower_up"', "edition.title: must be 'tower-up', not 'tower_up'"),
        (
            "players = [2, 3, 4]",
            "players = [1, 2]",
            "edition.players: must be a rising list of player counts from 2 to 4, not [1, 2]",
        ),
        ("players = [2, 3, 4]", "players = [3, 2]", "player counts from 2 to 4, not [3, 2]"),
        ("players = [2, 3, 4]", "players = [2.0]", "player counts from 2 to 4, not [2.0]"),
        ("players = [2, 3, 4]", "players = [[2]]", "player counts from 2 to 4, not [[2]]"),
        ("version = 2", "version = true", "edition.version: must be an integer, not True"),
        ('id = "tower-up-reconstructed-1"', 'id = ""', "edition.id: must be a non-empty string, not ''"),
        (
            'languages = ["en", "de", "pl"]',
            'languages = ["pl"]',
            "edition.languages: must be a list of languages with 'en' among them, not ['pl']",
        ),
        (
            'languages = ["en", "de", "pl"]',
            'languages = ["en", "de"]',
            "player[0].name: edition.languages has no 'pl'",
        ),
        ('[setup]\nsource = "rulebook"', "[setup]", "setup: missing `source`; use one of"),
        ('[setup.rulings]\nsource = "reconstructed"', "[setup.rulings]", "setup.rulings: missing `source`"),
        (
            'source = "rulebook"\nid = "blue"',
            'source = "book"\nid = "blue"',
            "must be one of rulebook, derived, reconstructed, not 'book'",
        ),
        ('players_source = "rulebook"', 'player_source = "rulebook"', "there is no key player in this table"),
        ('en = "Blue", ', "", "player[0].name: missing en"),
        ('en = "Blue"', "en = 5", "player[0].name: en: must be a string, not 5"),
        (
            '{ en = "Blue", de = "Blau", pl = "Niebieski" }',
            '"Blue"',
            """player[0].name: must be a text by language, such as { en = "blue" }, not 'Blue'""",
        ),
        ("name = {", 'name_en = "B"\nname = {', "player[0]: unknown key 'name_en'; expected id, name"),
        (
            'id = "blue"',
            'name_source = { en = "book" }\nid = "blue"',
            "player[0].name_source.en: must be one of rulebook, derived, reconstructed, not 'book'",
        ),
        ('id = "blue"', 'id = "pink"', "player: must be blue, yellow, green, orange, in any order"),
        ("market_size = 3", "market_size = 9", "setup.market_size: must be from 1 to 4, not 9"),
        (
            "market_size = 3",
            'market_size = "three"',
            "setup.market_size: must be an integer, not a string",
        ),
        ("market_size = 3", "marketsize = 3", "setup: unknown key 'marketsize'; expected "),
        ("stock_limit = 10", "stock_limit = 0", "setup.stock_limit: must be from 4 to 100, not 0"),
        (
            "floors_per_colour = 30",
            "floors_per_colour = 5",
            "components.floors_per_colour: must be from 10 to 120, not 5",
        ),
        ("stock_limit = 10", "stock_limit = 3", "setup.stock_limit: must be from 4 to 100, not 3"),
        ("supply_cards = 44", "supply_cards = 45", "components.supply_cards: is 45, but there are 44 cards"),
        ('id = "E02"', 'id = "E01"', "card[1].id: 'E01' is a duplicate"),
        (
            'floors = ["white", "white", "grey", "grey"]',
            "floors = []",
            "card[0].floors: E01 must have 1 to 6 floors",
        ),
        (
            '["white", "white", "grey", "grey"]',
            '["white", "bleu", "grey", "grey"]',
            "card[0].floors[1]: must be one of any, black, brown, grey, white, not 'bleu'",
        ),
        ("stars = [2, 4, 6, 8]", "stars = [4, 2]", "track.stars: must be at most 8 columns in rising order"),
        ("stars = [2, 4, 6, 8]", "stars = [2, 40]", "track.stars: must be from 1 to 12, not 40"),
        ("values = [1, 2, 3, 4, 5, 6, 7]", "values = [1]", "cone.values: must have 2 to 11 values"),
        ("3 = [7, 5, 3]", "3 = [7, 5]", "bonus.per_players.3: must be 3 to 4 values, best first"),
        ('["A", "B", "C"]', '["A", "B"]', "setup.first_game: must be 3 different objectives"),
        (
            '["A", "B", "C"]',
            '["A", "B", "X"]',
            "setup.first_game: the objective must be one of A, B, C, ",
        ),
        ("per_colour = 1", "", "objective[0].per_colour: must be from 1 to 20, not 0"),
        (
            "per_colour = 1",
            "per_colour = 1\ncount = 2",
            "objective[0].count: not a key for objectives of kind each_colour",
        ),
        ("levels = [1, 2, 3, 4]", "levels = [1, 1]", "objective[7].levels: must be different levels"),
        (
            'fill = "#ecd9ad"',
            'fill = "sand"',
            "map[0].district[0].fill: must be a colour such as '#c0a080', not 'sand'",
        ),
        ('["F1", "F3"]', '["F1", "F99"]', "map[0].streets[0]: there is no site 'F99'"),
        ('["F1", "F3"]', '["F1", "F1"]', "map[0].streets[0]: leads from F1 to itself"),
        ('["F1", "F4"]', '["F3", "F1"]', "F3-F1 is a duplicate"),
        ('["F2", "H1"]', '["F2", "T8"]', " crosses "),
        ('["F2", "H1"], ', "", "map[0]: site F2: number of streets: must be from 1 to 6, not 0"),
        (
            'district = "old-town", lakeside',
            'district = "oldtown", lakeside',
            "district must be one of old-town, ",
        ),
        (
            '{ id = "T1", x = 386, y = 360',
            '{ id = "T1", x = 50, y = 50',
            "T1: outside the polygon of its district",
        ),
        ('{ id = "T1", x = 386', '{ id = "T 1", x = 386', "the id must be one word"),
        (
            "players = [3, 4]\nwidth",
            "players = [4]\nwidth",
            "map: exactly one map must be for 3 players, not 0",
        ),
        ("grey = true", "grey = false", "objective[3]: needs two grey districts; map[0] has fewer"),
        (
            "stalemate_rounds = 5",
            "stalemate_rounds = 0",
            "setup.rulings.stalemate_rounds: must be from 1 to 50, not 0",
        ),
        (
            "starting_floors = 3",
            "starting_floors = 4",
            "setup.starting_floors: must be 3, the default of the",
        ),
        (
            "[track]",
            '[colours]\nsource = "derived"\n[track]',
            "colours: unknown table; Tower Up has components",
        ),
    ],
)
def test_a_wrong_edition_gets_a_line_with_its_place(old, new, sentence):
    found = problems(old, new)
    assert any(sentence in line for line in found), found
    assert all(line.startswith("mine.toml: ") for line in found)


def test_every_problem_has_its_own_line():
    text = TEXT.replace("market_size = 3", "market_size = 9").replace("stock_limit = 10", "stock_limit = 0")
    assert len(TITLE.problems(Edition.parse("mine.toml", text))) == 2


def test_colour_is_written_in_the_british_way():
    assert "British spelling" in problems("[[player]]\n", '[[player]]\ncolor = "#fff"\n')[0]


@given(st.text())
def test_garbage_is_no_edition(text):
    with pytest.raises(rooftop.EditionError, match=r"^x\.toml: "):
        Edition.parse("x.toml", text)


@given(st.integers(0, 10_000))
def test_an_altered_file_is_sound_or_refused_with_lines_and_never_crashes(seed):
    """Lines are dropped, doubled or swapped at random."""
    chance = random.Random(seed)
    lines = TEXT.splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        kind = chance.randrange(4)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif kind == 2:
            lines[at] = re.sub(
                r"\d+", lambda number: str(chance.choice([0, -1, 7, 10**6, int(number[0]) + 1])), lines[at]
            )
        else:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    try:
        edition = Edition.parse("x.toml", "\n".join(lines))
    except rooftop.EditionError as refused:
        if not refused.problems:
            raise
        return
    if not TITLE.problems(edition):
        for players in edition.players:
            rooftop.new_game(TITLE, players, edition=edition)


def test_the_hash_runs_over_what_the_rules_read():
    own = TITLE.hash(TITLE.edition())
    named = Edition.parse("x.toml", TEXT.replace('en = "Old Town"', 'en = "Ancient Town"'))
    assert TITLE.hash(named) == own
    moved = Edition.parse("x.toml", TEXT.replace("x = 386, y = 360", "x = 387, y = 360"))
    assert TITLE.hash(moved) == own
    richer = Edition.parse("x.toml", TEXT.replace("2 = [7, 3]", "2 = [7, 4]"))
    assert TITLE.hash(richer) != own


def test_an_owners_edition_can_be_played(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(TEXT.replace("stock_limit = 10", "stock_limit = 4"), encoding="utf-8")
    match = rooftop.new("tower-up", players=2, seed=1, edition=mine)
    match.play("card 1")
    assert match.view().phase in ("return", "floor")


def test_an_edition_of_another_title_is_refused():
    with pytest.raises(rooftop.OptionError, match="is for 'skyrise', not for 'tower-up'"):
        rooftop.new("tower-up", edition=path("skyrise"))


def test_the_board_is_the_one_of_the_facts():
    """Figures that published facts require of a reconstruction."""
    large, small = board(TITLE.edition(), 4), board(TITLE.edition(), 2)
    for city, sites, per_district in ((large, 47, {9, 10}), (small, 30, {6})):
        assert len(city.sites) == sites
        counts = [sum(site.district == area.id for site in city.sites) for area in city.city.district]
        assert set(counts) == per_district
        assert {len(around) for around in city.neighbours} == {1, 2, 3, 4, 5}
    assert sum(len(card.floors) for card in large.cards) == 120
    assert len(large.cards) == 44
