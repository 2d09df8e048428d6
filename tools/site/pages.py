"""Where the pages of the documentation come from, and where their links lead.

On the forge a page links to any file of the repository, relative to itself. On the site, such a link leads to
the page that shows the file, or to a copy.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from rooftop.game.title import title, title_ids
from rooftop.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOK = "docs/tour.ipynb"
SOURCES = "sources"  # the folder on the site for copies of files
LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^()\s#:]+)(?P<anchor>#[^()\s]*)?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def rules_page(name: str, language: str) -> str:
    """Return the page with the rules of a title in a language."""
    return f"rules/{name}.md" if language == ENGLISH else f"rules/{language}/{name}.md"


def shown_report(file: str) -> str:
    """Return the page of a balance report; other files as they are."""
    return re.sub(r"^balance/summaries/(.+)\.json$", r"balance/\1.html", file)


def _rulebook(name: str, language: str) -> str:
    file = "RULES.md" if language == ENGLISH else f"RULES.{language}.md"
    return f"src/{title(name).package.replace('.', '/')}/{file}"


# Files of the repository outside docs/, by their page on the site.
ELSEWHERE = {
    "architecture.md": "ARCHITECTURE.md",
    "figures.md": "bench/README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changes.md": "CHANGELOG.md",
    **{
        rules_page(name, language): _rulebook(name, language)
        for name in title_ids()
        for language in LANGUAGES
        if (ROOT / _rulebook(name, language)).is_file()
    },
}
# Pages by file. The site has its own home page instead of the README.
SHOWN = {**{file: page for page, file in ELSEWHERE.items()}, "README.md": "index.md", NOTEBOOK: "tour.md"}


def origin(page: str) -> str:
    """Return the source file of a page in the repository."""
    return NOTEBOOK if page == "tour.md" else ELSEWHERE.get(page, f"docs/{page}")


def targets(text: str, file: str) -> list[str]:
    """Return the link targets of a file, as paths in the repository."""
    return [_resolved(found["target"], file) for found in LINK.finditer(FENCE.sub("", text))]


def copied(target: str) -> bool:
    """Whether the site needs a copy of a file, because no page shows it."""
    return not target.startswith("docs/") and target not in SHOWN and (ROOT / target).is_file()


def source(target: str) -> str:
    """Return the path of a copy on the site. A browser shows it as text."""
    return f"{SOURCES}/{target}.txt"


def relinked(text: str, page: str) -> str:
    """Point the links of a page to the site. Links to folders become plain text."""

    def link(found: re.Match[str]) -> str:
        target, anchor = _resolved(found["target"], origin(page)), found["anchor"] or ""
        if target in SHOWN:
            place = SHOWN[target]
        elif copied(target):
            place, anchor = source(target), ""
        elif target.startswith("docs/"):
            place = shown_report(target.removeprefix("docs/"))
        else:
            return found["words"] if (ROOT / target).is_dir() else found[0]
        return f"{found['image']}[{found['words']}]({relative(place, page)}{anchor})"

    return outside_code(text, lambda part: LINK.sub(link, part))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to everything except fenced code."""
    parts, start = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[start : fence.start()]), fence[0]]
        start = fence.end()
    return "".join([*parts, change(text[start:])])


def relative(place: str, page: str) -> str:
    return posixpath.relpath(place, posixpath.dirname(page) or ".")


def _resolved(target: str, file: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
