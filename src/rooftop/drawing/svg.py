"""Small functions that write SVG. They use presentation attributes only, so no style sheet is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import unescape

from rooftop.drawing.text_metrics import Anchor, Face, faces, width

Point = tuple[float, float]
_FALLBACK = {"display": "Futura, Century Gothic, sans-serif", "text": "Source Sans Pro, Segoe UI, sans-serif"}
_FORBIDDEN = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_UNSAFE = re.compile('[\x00-\x1f\ud800-\udfff\ufffe\uffff&<>"]')
_TEXT = re.compile(r"<text (?P<more>[^>]*)>(?P<words>[^<]+)")


def escape(text: str) -> str:
    """Escape text for content or attributes; characters that XML forbids become U+FFFD."""
    if not _UNSAFE.search(text):  # nearly always, and much quicker
        return text
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


@lru_cache(maxsize=1 << 16)
def num(value: float) -> str:
    """A number rounded to a tenth of a pixel, as short as possible."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") if value else "0"


@lru_cache(maxsize=8)
def font(face: Face) -> str:
    """The attributes that select a face. The root of a picture selects "text", the most common one."""
    metrics = faces()[face]
    fallback = _FALLBACK["display" if face == "display" else "text"]
    return f' font-family="{metrics.family}, {fallback}" font-weight="{metrics.weight}"'


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    face: Face = "text",
    anchor: Anchor = "start",
    more: str = "",
) -> str:
    """A line of text whose baseline starts, ends or is centred at x, y."""
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    if face != "text":
        placed += font(face) if face == "display" else ' font-weight="600"'
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}"{placed}{more}>'
        f"{escape(words)}</text>"
    )


def label(
    x: float,
    y: float,
    words: object,
    size: float,
    fill: str,
    face: Face = "text",
    anchor: Anchor = "start",
    more: str = "",
) -> str:
    """A line of text, or a number, as high above y as below it."""
    return text(x, y + size * 0.35, str(words), size, fill, face, anchor, more)


def lines(
    rows: Sequence[str],
    x: float,
    y: float,
    pitch: float,
    size: float,
    fill: str,
    face: Face = "text",
    anchor: Anchor = "start",
) -> str:
    """Lines of text; the baseline of the first is at y."""
    return "".join(
        text(x, y + pitch * number, row, size, fill, face, anchor) for number, row in enumerate(rows)
    )


def block(
    rows: Sequence[str],
    x: float,
    y: float,
    pitch: float,
    size: float,
    fill: str,
    face: Face = "text",
    anchor: Anchor = "start",
) -> str:
    """Lines of text, as high above y as below it."""
    return lines(rows, x, y + size * 0.35 - pitch * (len(rows) - 1) / 2, pitch, size, fill, face, anchor)


def with_widths(picture: str) -> str:
    """The picture with a fixed width for every text: the one that it has in the bundled fonts. An image in a
    page cannot load them, and the letters of other fonts are wider."""

    def fixed(found: re.Match[str]) -> str:
        more, words = found["more"], unescape(found["words"])
        size, spacing = (re.search(rf'{name}="([^"]+)"', more) for name in ("font-size", "letter-spacing"))
        if size is None or len(words) < 2:
            return found[0]
        face: Face = "display" if "font-family" in more else "strong" if "font-weight" in more else "text"
        wide = width(words, face, float(size[1]), float(spacing[1]) if spacing else 0)
        return f'<text textLength="{num(wide)}" lengthAdjust="spacingAndGlyphs" {more}>{found["words"]}'

    return _TEXT.sub(fixed, picture)


def polygon(points: Iterable[Point], more: str = "") -> str:
    return f'<path d="{outline(points)}"{more}/>'


def outline(points: Iterable[Point]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def rect(x: float, y: float, width: float, height: float, more: str = "") -> str:
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"{more}/>'


def disc(x: float, y: float, radius: float) -> str:
    """The path of a circle, to draw many in one element."""
    r = num(radius)
    return (
        f"M{num(x - radius)} {num(y)}a{r} {r} 0 1 0 {num(2 * radius)} 0a{r} {r} 0 1 0 {num(-2 * radius)} 0z"
    )


def use(name: str, x: float, y: float, scale: float = 1, more: str = "") -> str:
    """A symbol from the definitions, at x, y."""
    if scale == 1:
        return f'<use href="#{name}" x="{num(x)}" y="{num(y)}"{more}/>'
    return f'<use href="#{name}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"{more}/>'


def identified(name: str, element: str) -> str:
    """An element with an id, its first attribute."""
    return element.replace(" ", f' id="{name}" ', 1)


def unsaid(name: str, content: str) -> str:
    """A group that screen readers skip, because the title of another element says what it shows."""
    return f'<g id="{name}" aria-hidden="true">{content}</g>'


def named(name: str, title: str, content: str, more: str = "") -> str:
    """A group with an id and a title for screen readers."""
    return f'<g id="{name}" role="img"{more}><title id="{name}-title">{escape(title)}</title>{content}</g>'


def target(name: str, title: str, content: str, shape: str, kind: str = "") -> str:
    """A part that moves can concern (`Moves.parts`). `shape` is the start of the element that takes the click
    and glows, without its end: `<rect x=...` or `<path d=...`."""
    more = f' class="{kind} target"' if kind else ' class="target"'
    return named(name, title, f'{content}{shape} class="hit" fill="none" pointer-events="all"/>', more)


def opening(element: str) -> str:
    """The start of an element, as the shape of a target."""
    return element.removesuffix("/>")


def stepped(x: float, y: float, width: float, height: float, step: float) -> str:
    """The path of a rectangle with corners cut in two steps."""
    b, across, down = num(step / 2), num(width - 2 * step), num(height - 2 * step)
    return (
        f"M{num(x + step)} {num(y)}h{across}v{b}h{b}v{b}h{b}v{down}h-{b}v{b}h-{b}v{b}"
        f"h-{across}v-{b}h-{b}v-{b}h-{b}v-{down}h{b}v-{b}h{b}z"
    )
