"""Each colour of a palette is defined in one place, for day and night."""

import pytest

from rooftop.drawing.palette import SharedPalette, Tone, both


class Palette(SharedPalette):
    table = Tone("#eeeeee", "#111111")  # instead of the shared one
    lamp = Tone("#ffee00")


@pytest.mark.parametrize(("theme", "table"), [("day", "#eeeeee"), ("night", "#111111")])
def test_a_title_replaces_a_shared_colour_by_day_and_by_night(theme, table):
    assert both(Palette)[theme].table == table


def test_a_colour_without_a_night_is_the_same_in_both():
    assert both(Palette)["day"].lamp == both(Palette)["night"].lamp == "#ffee00"


def test_other_shared_colours_stay():
    day, night = both(Palette).values()
    assert (day.panel, night.panel) == (SharedPalette("day").panel, SharedPalette("night").panel)
    assert day.panel != night.panel
