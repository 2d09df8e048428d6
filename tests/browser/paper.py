"""Pictures of titles on an otherwise empty page, and where a browser places their texts."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

from rooftop.drawing.text_metrics import faces, font_files
from rooftop.game.title import View, title
from rooftop.game.translation import translator
from rooftop.languages import LANGUAGES
from rooftop.testing import SOAK
from tests.browser.people import TIMEOUT, resize

VIEWPORTS = {
    "wide": (1280, 720),
    "narrow": (360, 640),
    "tower-up narrow": (360, 734),
    "new-york-1901 narrow": (360, 730),
}
# A wide picture is shown at 0.82 of its size on a laptop, a narrow one at full size on a phone.
SMALLEST = {"wide": 12.2, "narrow": 10}  # minimum height of a letter in pixels
LONG_NAMES = ["Wolfeschlegelsteinhausenbergerdorff", "W" * 40, "Żółć i jaźń wszystkich łabędzi", "."]

SIZES = ("wide", "narrow")


def looks(cases: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Cases, each with a size and a language: both sizes in alternating languages; all in `make soak`."""
    shown = []
    for number, case in enumerate(cases):
        in_turn = [(size, LANGUAGES[(number + k) % len(LANGUAGES)]) for k, size in enumerate(SIZES)]
        shown += [(*case, *look) for look in (product(SIZES, LANGUAGES) if SOAK else in_turn)]
    return shown


# The bounding box of the ink of every text, in page pixels. Browsers round the height of small letters, so it
# measures large ones.
MEASURE = """() => {
  const context = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('svg text:not(defs *)')].map(text => {
    const style = getComputedStyle(text), box = text.getBoundingClientRect();
    const matrix = text.parentNode.getScreenCTM();
    const upwards = text.hasAttribute('transform');
    context.font = `${style.fontWeight} 100px ${style.fontFamily}`;
    const ink = context.measureText(text.textContent);
    const scale = parseFloat(style.fontSize) / 100 * matrix.d;
    const base = matrix.d * parseFloat(text.getAttribute('y')) + matrix.f;
    return {words: text.textContent, size: parseFloat(style.fontSize) * matrix.d,
            left: box.left, right: box.right,
            top: upwards ? box.top : base - ink.actualBoundingBoxAscent * scale,
            bottom: upwards ? box.bottom : base + ink.actualBoundingBoxDescent * scale};
  });
}"""


class Paper:
    """A page with the bundled fonts that shows one picture after another."""

    def __init__(self, browser: Any) -> None:
        self.page = browser.new_page()
        self.page.set_default_timeout(TIMEOUT)
        made = []
        for face, file in zip(faces().values(), font_files(), strict=True):
            data = base64.b64encode(file.with_suffix(".woff2").read_bytes()).decode()
            made.append(
                f'@font-face {{font-family: "{face.family}"; font-weight: {face.weight};'
                f" src: url(data:font/woff2;base64,{data})}}"
            )
        self.page.set_content(
            f"<!doctype html><style>{''.join(made)} body {{margin: 0}} svg {{display: block; width: 100vw;"
            " height: auto} text {pointer-events: bounding-box}</style>"
        )
        self.page.evaluate("Promise.all([...document.fonts].map(face => face.load()))")

    def measured(
        self, measure: str, board: Any, view: View, theme: str, size: str, language: str, names: Any = None
    ) -> Any:
        """Return what a script finds in the picture of a view."""
        kind = title(view.title)
        called = names or kind.names(board, translator(kind.package, language))
        svg = kind.scene(board, view, called, translator(kind.package, language), theme, size)  # type: ignore[arg-type]
        width, height = _viewport(view, size)
        if self.page.viewport_size != {"width": width, "height": height}:
            resize(self.page, {"width": width, "height": height})
        self.page.evaluate("svg => { document.body.innerHTML = svg; }", svg)
        return json.loads(self.page.evaluate(f"JSON.stringify(({measure})())"))  # one text is fast

    def assert_readable(
        self, board: Any, view: View, theme: str, size: str, language: str, names: Any = None
    ) -> list[dict[str, Any]]:
        """Check that no text is too small, cut off, or overlaps another one. Return the texts."""
        texts: list[dict[str, Any]] = self.measured(MEASURE, board, view, theme, size, language, names)
        width, height = _viewport(view, size)
        assert len(texts) > 50
        for text in texts:
            assert text["size"] >= SMALLEST[size] - 0.01, text
            assert text["left"] >= 0, text
            assert text["right"] <= width, text
            assert text["top"] >= 0, text
            assert text["bottom"] <= height, text
        for one, other in combinations(texts, 2):
            apart = (
                one["right"] <= other["left"] + 0.3
                or other["right"] <= one["left"] + 0.3
                or one["bottom"] <= other["top"] + 0.3
                or other["bottom"] <= one["top"] + 0.3
            )
            assert apart, (one, other)
        return texts


def _viewport(view: View, size: str) -> tuple[int, int]:
    return VIEWPORTS.get(f"{view.title} {size}", VIEWPORTS[size])
