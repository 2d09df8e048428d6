"""What belongs to a part of the picture although it is drawn elsewhere, and numbers that are parts."""

from __future__ import annotations

import re

from rooftop.drawing.svg import escape, identified


def belonging(part: str, element: str) -> str:
    """An element with an id that belongs to another part, whatever it belonged to before."""
    start, name, rest = element.split('"', 2)
    return f'{start}"{name}" data-part="{part}"' + re.sub(r'^ data-part="[^"]*"', "", rest)


def titled(name: str, title: str, element: str) -> str:
    """A text as a part."""
    return identified(name, element).removesuffix("</text>") + f"<title>{escape(title)}</title></text>"
