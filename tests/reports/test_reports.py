"""Reports are self-contained files, and everything in their pictures is also given as text."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from rooftop import OptionError
from rooftop.drawing.palette import contrast
from rooftop.reports import (
    Bar,
    Html,
    Line,
    Mark,
    Section,
    bars,
    dots,
    facts,
    histogram,
    interval,
    lines,
    matrix,
    number,
    page,
    percent,
    table,
    whole,
)
from rooftop.reports.page import style_sheet
from rooftop.reports.wording import short

ROWS = [Bar("greedy", 0.52, 0.47, 0.57), Bar("random & co", 0.25, 0.2, 0.31)]
VOID = {"meta", "wbr"}


def plots(language="en"):
    return [
        bars("Wins", ROWS, language, mark=Mark(0.5, "parity")),
        bars("Points", [Bar("a", -3, group="roofs"), Bar("b", 4, group="roofs")], language, number),
        dots("Ratings", [Bar("greedy", 1700, 1650, 1750)], language, whole, mark=Mark(1500, "new")),
        histogram("Lengths", [40, 41, 41, 55], language, across="decisions", mark=Mark(44, "mean")),
        lines("Chance", [Line("Ann", [(0, 0.5), (3, 0.9)], "blue")], language, percent, across="decision"),
    ]


def whole_page(language="en"):
    square = matrix("Pairs", "against", ["a", "b"], [[None, 0.75], [0.25, None]], language)
    sections = [
        Section("Plots", plots(language)),
        Section("Tables", ["<b>plain</b>", square, facts({"seed": "<4>"})]),
        Section("More", [table(["bot", "wins"], [["greedy", "4"]], "Wins")]),
    ]
    return page("Tower <Up>", sections, language, ["A run."])


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects attributes and texts."""

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str]]] = []
        self.told: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.told.setdefault(self.open[-1], []).append(data)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_page_needs_no_network_no_script_and_no_inline_style(language):
    text = whole_page(language)
    read = Reader(text)
    assert {tag for tag, _ in read.found}.isdisjoint({"script", "link", "img", "iframe", "object"})
    for tag, attributes in read.found:
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("href", "#")[0] == "#", tag
    assert re.findall(r"https?:", text) == []
    assert all(found.startswith('"data:') for found in re.findall(r"url\(([^)]{6})", text))
    digest = base64.b64encode(hashlib.sha256(style_sheet().encode()).digest()).decode()
    policy = next(a["content"] for t, a in read.found if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")
    assert f"style-src 'sha256-{digest}'" in policy
    assert f"<style>{style_sheet()}</style>" in text
    assert ("html", {"lang": language}) in read.found


def test_words_from_outside_are_escaped_and_links_lead_somewhere():
    text = whole_page()
    assert "<h1>Tower &lt;Up&gt;</h1>" in text
    assert "<p>&lt;b&gt;plain&lt;/b&gt;</p>" in text
    assert "random &amp; co" in text
    found = [attributes for _, attributes in Reader(text).found]
    names = [a["id"] for a in found if "id" in a]
    assert len(names) == len(set(names)) == 3
    assert {a["href"] for a in found if "href" in a} == {f"#{name}" for name in names}


@pytest.mark.parametrize("plot", plots(), ids=["bars", "grouped", "dots", "histogram", "lines"])
def test_a_plot_has_a_name_a_description_and_a_table(plot):
    read = Reader(plot)
    picture = next(attributes for tag, attributes in read.found if tag == "svg" and "role" in attributes)
    assert (picture["role"], picture["aria-label"]) == ("img", read.told["figcaption"][0])
    assert len("".join(read.told["desc"])) > 10
    tags = [tag for tag, _ in read.found]
    assert tags.index("details") < tags.index("summary") < tags.index("table")


def test_what_bars_show_is_told_in_the_description_and_the_table():
    read = Reader(bars("Wins", ROWS, "en", mark=Mark(0.5, "parity"), heads=("bot", "games")))
    assert read.told["desc"] == ["greedy: 52.0% (47.0–57.0%); random & co: 25.0% (20.0–31.0%); parity: 50.0%"]
    assert read.told["th"] == ["bot", "value", "95% interval", "greedy", "random & co"]
    assert read.told["td"] == ["52.0%", "47.0–57.0%", "25.0%", "20.0–31.0%"]


def test_bars_begin_at_zero_and_end_at_their_value():
    found = Reader(bars("Points", [Bar("a", -5), Bar("b", 15)], "en", number)).found
    drawn = [(a["x"], a["width"]) for tag, a in found if tag == "rect"]
    assert drawn == [("0%", "25%"), ("25%", "75%")]


def test_groups_with_the_same_labels_have_numbers_and_a_legend():
    rows = [Bar(bot, 1 + n, group=group) for group in ("roofs", "floors") for n, bot in enumerate(("a", "b"))]
    read = Reader(bars("Points", rows, "en", number, heads=("bot", "")))
    assert read.told["li"] == ["a", "b"]
    assert read.told["span"][:2] == ["1", "2"]
    assert read.told["text"][-10:] == ["roofs", "1", "1.00", "2", "2.00", "floors", "1", "1.00", "2", "2.00"]
    assert read.told["desc"] == ["roofs, a: 1.00; roofs, b: 2.00; floors, a: 1.00; floors, b: 2.00"]
    assert "li" not in Reader(bars("Points", rows[:3], "en", number)).told


def test_dots_need_not_begin_at_zero():
    found = Reader(dots("Ratings", [Bar("a", 1500, 1400, 1600), Bar("b", 1800)], "en", whole)).found
    assert [a["cx"] for tag, a in found if tag == "circle"] == ["25%", "100%"]


def test_a_label_too_long_for_a_phone_gets_a_line_of_its_own():
    name = "search:simulations=500,noise=0.1,threads=1"
    apart, beside = (
        [a["y"] for t, a in Reader(bars("", [Bar(n, 0.5)], "en")).found if t == "text"] for n in (name, "a")
    )
    assert apart[-2] != apart[-1]
    assert beside[-2] == beside[-1]


def test_a_sentence_as_a_label_goes_over_lines():
    sentence = "The taller legendary skyscraper breaks a tie (NY-74)."
    texts = Reader(bars("", [Bar(sentence, 0.5)], "en", heads=("a", "b"))).told["text"]
    assert " ".join(texts[-3:-1]) == sentence


def test_every_value_is_in_one_bar_of_a_histogram():
    for values in ([3, 3, 4, 9], list(range(10, 400, 7)), [0.5, 1.25, 9.75], [5], [-3, -3, 0]):
        read = Reader(histogram("Lengths", values, "en", across="turns"))
        counts = read.told["td"][::2]
        assert sum(map(int, counts)) == len(values)
        assert len(counts) <= 20
    assert Reader(histogram("", [3, 3, 4], "en", across="turns")).told["th"][3:] == ["3", "4"]
    assert histogram("", [], "en", across="turns")


def test_a_series_keeps_its_gaps_in_the_table():
    read = Reader(
        lines("", [Line("Ann", [(0, 1), (2, 3)]), Line("Bob", [(0, 5)])], "en", whole, across="ply")
    )
    assert read.told["td"] == ["1", "5", "3", "–"]
    assert read.told["desc"] == ["Ann: from 1 to 3; Bob: from 5 to 5"]


def test_the_shades_of_a_matrix_follow_the_shares():
    square = matrix("", "", ["a", "b", "c"], [[None, 0.5, 1.0], [0.5, None, 0.25], [0.0, 0.75, None]], "en")
    assert re.findall(r'class="(\w+-\d)"', square) == ["above-8", "below-4", "below-8", "above-4"]


@pytest.mark.parametrize(
    ("language", "written"),
    [
        (
            "en",
            ["1,234", "12.3", "1.23", "\N{MINUS SIGN}0.50", "12.5%", "12.5–14.0%", "20%", "1,000", "2.5%"],
        ),
        (
            "pl",
            [
                "1\xa0234",
                "12,3",
                "1,23",
                "\N{MINUS SIGN}0,50",
                "12,5%",
                "12,5–14,0%",
                "20%",
                "1\xa0000",
                "2,5%",
            ],
        ),
    ],
)
def test_numbers_are_written_as_in_the_language(language, written):
    assert [
        whole(1234.4, language),
        number(12.34, language),
        number(1.234, language),
        number(-0.5, language),
        percent(0.125, language),
        interval(0.125, 0.14, percent, language),
        short(percent(0.2, language), language),
        short(whole(1000, language), language),
        short(percent(0.025, language), language),
    ] == written


def test_an_interval_with_a_minus_sign_is_words():
    assert interval(-25.8, -0.75, number, "en") == "\N{MINUS SIGN}25.8 to \N{MINUS SIGN}0.75"
    assert interval(-0.02, 0.01, percent, "pl") == "od \N{MINUS SIGN}2,0% do 1,0%"


def test_an_unknown_language_is_refused():
    with pytest.raises(OptionError, match=r"language must be one of en, .*, not 'xx'"):
        page("Report", [], "xx")


def test_letters_and_bars_can_be_told_from_their_ground():
    themes = re.findall(r"^ *:root \{(.*?)\}", style_sheet(), re.DOTALL | re.MULTILINE)
    assert len(themes) == 2
    for block in themes:
        colours = dict(re.findall(r"--(\w+): (#\w{6})", block))
        for name in ("ink", "soft", "link"):
            assert contrast(colours[name], colours["panel"]) >= 4.5
            assert contrast(colours[name], colours["table"]) >= 4.5
        for series in range(8):
            assert contrast(colours[f"s{series}"], colours["panel"]) >= 3


def test_markup_is_not_escaped_twice():
    assert isinstance(facts({"a": Html("<b>1</b>")}), Html)
    assert "<dd><b>1</b></dd>" in facts({"a": Html("<b>1</b>")})
