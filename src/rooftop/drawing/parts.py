"""Parts of the picture that can be asked what they are, and what belongs to them."""

from __future__ import annotations

from rooftop.drawing.layout import Box
from rooftop.drawing.svg import escape, identified, named, rect


def area(box: Box) -> str:
    """A shape that can be pointed at, though it shows nothing."""
    return rect(*box, ' class="hit" fill="none" pointer-events="all"')


def part(name: str, title: str, content: str, box: Box, more: str = "") -> str:
    """A part of the picture that answers everywhere in its box."""
    return named(name, title, content + area(box), more)


def belonging(name: str, owner: str, content: str) -> str:
    """A group that belongs to the part `owner`, whose title says what it shows."""
    return f'<g id="{name}" data-part="{owner}" aria-hidden="true">{content}</g>'


def titled(name: str, title: str, written: str) -> str:
    """A text as a part of the picture."""
    return identified(name, written).removesuffix("</text>") + f"<title>{escape(title)}</title></text>"


def printed(owner: str, content: str) -> str:
    """Something on the empty board that belongs to the part `owner`."""
    return f'<g data-part="{owner}">{content}</g>'


def decoration(content: str) -> str:
    """Something that only looks nice: one points through it."""
    return f'<g pointer-events="none">{content}</g>'


def nothing(name: str) -> str:
    """The place of an element that is not shown now."""
    return f'<g id="{name}" pointer-events="none"/>'
