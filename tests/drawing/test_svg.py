"""Texts keep their width where the bundled fonts are missing."""

import re

import pytest

from rooftop.drawing.svg import text, with_widths
from rooftop.drawing.text_metrics import width


@pytest.mark.parametrize("face", ["text", "strong", "display"])
def test_a_text_gets_the_width_that_it_has_in_the_bundled_fonts(face):
    drawn = with_widths(text(1, 2, "Żółć & jaźń", 12, "#000", face))
    found = re.search(r'textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"', drawn)
    assert found is not None
    assert float(found[1]) == pytest.approx(width("Żółć & jaźń", face, 12), abs=0.06)
    assert drawn.endswith(">Żółć &amp; jaźń</text>")


def test_letter_spacing_counts():
    plain, spaced = (
        with_widths(text(0, 0, "SKY", 20, "#000", "display", more=more))
        for more in ("", ' letter-spacing="4"')
    )
    lengths = [float(re.findall(r'textLength="([\d.]+)"', drawn)[0]) for drawn in (plain, spaced)]
    assert lengths[1] - lengths[0] == pytest.approx(12, abs=0.1)


def test_a_single_letter_and_a_picture_without_text_stay_as_they_are():
    letter = text(0, 0, "A", 12, "#000")
    assert with_widths(letter) == letter
    assert with_widths('<svg><path d="M0 0"/></svg>') == '<svg><path d="M0 0"/></svg>'
