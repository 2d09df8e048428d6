"""One HTML file that needs nothing else: its style and fonts are inside, and it has no scripts.

The policy in its head allows only that one style sheet, so markup that slipped into a text could do no harm.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from rooftop.drawing.svg import escape
from rooftop.languages import ENGLISH
from rooftop.reports.wording import Show, percent, words

FONTS = (
    ("Rooftop Display", 600, "RooftopDisplay-SemiBold.woff2"),
    ("Rooftop Text", 400, "RooftopText-Regular.woff2"),
    ("Rooftop Text", 600, "RooftopText-SemiBold.woff2"),
)
SHADES = 8  # of the cells of a matrix


class Html(str):
    """Markup: text that has been escaped."""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading. A plain string in `body` is a paragraph."""

    heading: str
    body: Sequence[str]


def page(title: str, sections: Sequence[Section], language: str = ENGLISH, lead: Sequence[str] = ()) -> str:
    """A whole HTML file. `lead` stands between the title and the first section.

    Raises OptionError for an unknown language.
    """
    say = words(language)
    style = style_sheet()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    contents = ""
    if len(sections) > 2:
        links = "".join(
            f'<li><a href="#part-{number}">{escape(section.heading)}</a></li>'
            for number, section in enumerate(sections, 1)
        )
        contents = f'<nav aria-label="{escape(say("Contents"))}"><ol>{links}</ol></nav>'
    parts = "".join(
        f'<section aria-labelledby="part-{number}"><h2 id="part-{number}">{escape(section.heading)}</h2>'
        f"{blocks(section.body)}</section>"
        for number, section in enumerate(sections, 1)
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; font-src data:;'
        f" style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} · Rooftop</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f"<header><h1>{escape(title)}</h1>{blocks(lead)}{contents}</header>\n{parts}\n</main>\n</body>\n</html>\n"
    )


@lru_cache(maxsize=1)
def style_sheet() -> str:
    """The style of a page, with the fonts in it."""
    own = (resources.files("rooftop.reports") / "style.css").read_text(encoding="utf-8")
    folder = resources.files("rooftop") / "web" / "fonts"
    faces = []
    for family, weight, file in FONTS:
        code = base64.b64encode((folder / file).read_bytes()).decode()
        faces.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight};'
            f' src: url("data:font/woff2;base64,{code}") format("woff2"); }}\n'
        )
    return "".join(faces) + own


def blocks(body: Sequence[str]) -> Html:
    """Pieces in sequence; plain strings become paragraphs."""
    return Html("\n".join(piece if isinstance(piece, Html) else paragraph(piece) for piece in body))


def paragraph(text: str) -> Html:
    return Html(f"<p>{markup(text)}</p>")


def markup(text: str) -> Html:
    """A text that may already be markup."""
    return text if isinstance(text, Html) else Html(escape(text))


def facts(rows: Mapping[str, str]) -> Html:
    """Names and values, such as the settings of a run."""
    cells = "".join(
        f"<div><dt>{markup(name)}</dt><dd>{markup(value)}</dd></div>" for name, value in rows.items()
    )
    return Html(f"<dl>{cells}</dl>")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "", name: str = "") -> Html:
    """A table whose first column names the rows. It scrolls on its own if the screen is narrow. `name` is for
    screen readers, if there is no caption."""
    above = "".join(f'<th scope="col">{markup(head)}</th>' for head in heads)
    lines = "".join(f"<tr>{_head(first)}{''.join(map(_cell, rest))}</tr>" for first, *rest in rows)
    return _scrolling(
        f"{_caption(caption)}<thead><tr>{above}</tr></thead><tbody>{lines}</tbody>",
        caption or name or heads[0],
    )


def matrix(
    caption: str,
    corner: str,
    names: Sequence[str],
    shares: Sequence[Sequence[float | None]],
    language: str,
    show: Show = percent,
) -> Html:
    """A square table of shares, row against column. The further from one half, the darker the shade.

    Rows are numbered, and the numbers head the columns, so that long names stay readable.
    """
    above = "".join(f'<th scope="col">{number}</th>' for number in range(1, len(names) + 1))
    lines = []
    for number, (name, row) in enumerate(zip(names, shares, strict=True), 1):
        cells = "".join(
            "<td>–</td>" if share is None else f'<td class="{_shade(share)}">{show(share, language)}</td>'
            for share in row
        )
        lines.append(f"<tr>{_head(f'{number} {name}')}{cells}</tr>")
    head = f'<thead><tr><th scope="col">{escape(corner)}</th>{above}</tr></thead>'
    return _scrolling(f"{_caption(caption)}{head}<tbody>{''.join(lines)}</tbody>", caption)


def _head(text: str) -> str:
    """The head of a row. Names of bots may break after `:` and `,`, numbers of rules may not."""
    whole = re.sub(r"\([A-Z]+-\d+\)\.?", r"<span>\g<0></span>", markup(text))
    return f'<th scope="row">{re.sub(r"(?<=[:,])(?=[a-z])", "<wbr>", whole)}</th>'


def _cell(text: str) -> str:
    """On a phone the interval in `12.5% (11.0–14.0%)` may stand below the value."""
    if isinstance(text, Html) or not text.endswith(")"):
        return f"<td>{markup(text)}</td>"
    value, _, more = text.partition(" (")
    return f"<td><span>{escape(value)}</span> <span>({escape(more)}</span></td>"


def _shade(share: float) -> str:
    step = min(round(abs(share - 0.5) * 2 * SHADES), SHADES)
    return f"{'above' if share > 0.5 else 'below'}-{step}" if step else ""


def _caption(text: str) -> str:
    return f"<caption><span>{escape(text)}</span></caption>" if text else ""


def _scrolling(content: str, name: str) -> Html:
    return Html(
        f'<div class="scroll" role="group" tabindex="0" aria-label="{escape(str(name))}">'
        f"<table>{content}</table></div>"
    )
