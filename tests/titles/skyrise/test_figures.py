"""What the captions under the figures of the rules say is true of the positions that are shown."""

import itertools
import re
import tomllib

import msgspec

from rooftop.core.match import Match
from rooftop.server.reading import Figure, figures, rules
from tests.titles.skyrise.tables import TITLE, at, bid, play, seat, to_act


def shown(name: str) -> Match:
    text = figures(TITLE)[name].read_text(encoding="utf-8")
    figure = msgspec.convert(tomllib.loads(text), Figure)
    return play(at(figure.players, figure.options, **figure.position), *figure.moves)


def test_the_figures_stand_after_the_same_clauses_in_both_languages():
    english, polish = (
        [
            re.findall(r'<li id="([^"]+)"|data-figure="([^"]+)"', part.html)
            for part in rules(TITLE, language).sections
        ]
        for language in ("en", "pl")
    )
    assert english == polish
    assert {name for part in english for _, name in part if name} == set(figures(TITLE))


def test_five_neighbourhoods_are_next_to_a10():
    assert shown("neighbours").view()["auction"]["room"] == ["A4", "A5", "A9", "A11", "A13"]


def test_if_red_passes_blue_builds_on_a9():
    match = shown("auction")
    assert to_act(match) == "red"
    assert match.view()["auction"]["passed"] == [1, 2]
    assert [row["number"] for row in match.view()["auction"]["bids"]] == [24, 32, 64, 72, 91]
    bid(match, "pass")
    assert seat(match, "blue")["rows"]["white"] == ["white"]


def test_red_and_blue_control_cirrus_together():
    control = shown("control").view()["control"]["cirrus"]
    assert control["leaders"] == [0, 3]
    assert sum(control["tally"][1].values()) == 3


def test_the_chain_has_eight_structures():
    position = shown("chain").position
    assert position.game.tables["card_value"][0][19] * 8 == 16
    built = {
        position.game.board.cells[k].id: position.state["adjacent"][k]
        for k in range(60)
        if int(position.state["own"][0]) >> k & 1
    }
    number = position.game.board.place_number
    line = ["A2", "A1", "A7", "A12", "F1", "F4", "M12", "M13"]
    assert all(int(built[a]) >> number[b] & 1 for a, b in itertools.pairwise(line))
    assert set(built) == {*line, "F2", "C5"}
