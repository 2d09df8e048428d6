"""The HTML pages: `pages/base.html` with one fragment each.

A fragment `pages/NAME.html` starts with the classes of the page's body:

    <!-- class: reading -->
    <article>what goes inside main</article>

If the bar at the top shows more than the usual links, its content comes first, between `<!-- bar -->` and
`<!-- main -->`. A page that goes on like another one names it in the second line, `<!-- like: OTHER -->`:
it has the bar of the other page, and what the other has in main follows its own.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from textwrap import indent

PAGES = resources.files("rooftop") / "web" / "pages"
FRAGMENT = re.compile(
    r"<!-- class: (?P<class>[\w ]+) -->\n(?:<!-- like: (?P<like>\w+) -->\n)?"
    r"(?:<!-- bar -->\n(?P<bar>.*)<!-- main -->\n)?(?P<main>.*)",
    re.DOTALL,
)


@cache
def page(name: str) -> str:
    """Return the HTML of a page. The script of the page is `/static/NAME.js`."""
    fragment = FRAGMENT.fullmatch(_read(name))
    if fragment is None:
        raise ValueError(f"pages/{name}.html must start with <!-- class: CLASS -->")
    like = FRAGMENT.fullmatch(_read(fragment["like"])) if fragment["like"] else None
    bar, main = fragment["bar"] or "", fragment["main"]
    if like is not None:
        bar, main = like["bar"] or "", main + like["main"]
    return (
        _read("base")
        .replace("{name}", name)
        .replace("{class}", fragment["class"])
        .replace("<!-- bar -->", f"\n{indent(bar, ' ' * 6)}    " if bar else "")
        .replace("      <!-- main -->\n", indent(main, " " * 6))
    )


def _read(name: str) -> str:
    return (PAGES / f"{name}.html").read_text(encoding="utf-8")
