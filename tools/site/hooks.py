"""MkDocs hooks: what the documentation site has besides the pages in docs/.

- Pages from other folders (`ELSEWHERE`), the rules of the titles with their figures, and the notebook,
  freshly run.
- Links out of docs/ work on the forge. On the site they lead to the page, or to a copy of the file.
- The server's content security policy allows no inline scripts or styles, so scripts and the style of reports
  move to files; the build fails if anything inline is left.
"""

from __future__ import annotations

import hashlib
import html
import os
import posixpath
import re
import shutil
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from notebooks import markdown_of, run
from pages import (
    ELSEWHERE,
    NOTEBOOK,
    ROOT,
    copied,
    origin,
    relative,
    relinked,
    rules_page,
    shown_report,
    source,
    targets,
)
from report_files import drawn, shared

from rooftop.drawing.figure import draw_figure
from rooftop.drawing.raster import webp
from rooftop.game.rulebook import FIGURE, figures
from rooftop.game.title import AnyTitle, Theme, title, title_ids
from rooftop.game.translation import capital
from rooftop.languages import ENGLISH, LANGUAGES, language

HERE = Path(__file__).resolve().parent
DOCS = ROOT / "docs"
DRAWN = ROOT / "build" / "figures"  # pictures by the hash of their SVG: drawing is fast, rasterizing is not
FONTS = ROOT / "src" / "rooftop" / "web" / "fonts"
THEMES: tuple[Theme, Theme] = ("day", "night")
ONLY = {"day": "only-light", "night": "only-dark"}  # Material's suffixes of an address
PIXELS = 2  # per unit of a figure
DAY = re.compile(r"(!\[([^\]]*)\]\((\S+)-4-players-day\.png)\)")  # has a dark version beside it
CLAUSE_ITEM = re.compile(r"<li>(\s*(?:<p>)?)<strong>([A-Z]+-\d+)</strong>")
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.+?)</script>", re.DOTALL)
INLINE = re.compile(r"<style|<[^<>]+\s(?:style|on\w+)\s*=\s*[\"']", re.IGNORECASE)

scripts: dict[str, str] = {}  # the code of inline scripts, by file name


def on_config(config: Any) -> Any:
    """Use the header's place for a repository: partials/source.html puts a link to the tables there."""
    config["repo_url"] = ".."
    rules = next(section["Rules"] for section in config["nav"] if "Rules" in section)
    for written in map(language, LANGUAGES[1:]):
        pages = [{title(name).name: rules_page(name, written.code)} for name in _titles(rules)]
        translated = [page for page in pages if ELSEWHERE.keys() & page.values()]
        if translated:
            rules.append({capital(written.name): translated})
    return config


def _titles(rules: list[dict[str, str]]) -> list[str]:
    """Return the ids of the titles in navigation order."""
    return [
        posixpath.basename(page).removesuffix(".md") for row in rules for page in row.values() if "/" in page
    ]


def on_files(files: Files, config: Any) -> Files:
    """Add what is not in docs/."""

    def add(name: str, content: str | bytes) -> None:
        files.append(File.generated(config, name, content=content))

    for page, file in ELSEWHERE.items():
        add(page, (ROOT / file).read_text(encoding="utf-8"))
    for name in title_ids():
        for picture, content in _figures(title(name)).items():
            add(picture, content)
    text, pictures = markdown_of(run(ROOT / NOTEBOOK), "tour")
    add("tour.md", text)
    for picture, content in pictures.items():
        add(picture, content)
    linked = {
        target
        for page in files.documentation_pages()
        for target in targets(page.content_string, origin(page.src_uri))
    }
    for target in sorted(filter(copied, linked)):
        add(source(target), (ROOT / target).read_bytes())
    for font in FONTS.glob("*.woff2"):
        add(f"site/fonts/{font.name}", font.read_bytes())
    for name in ("rooftop.css", "tables.js"):
        add(f"site/{name}", (HERE / name).read_text(encoding="utf-8"))
    add("site/icon.svg", (ROOT / "web" / "static" / "icon.svg").read_text(encoding="utf-8"))
    needed: dict[str, bytes] = {}
    for file in list(files):
        name = shown_report(file.src_uri)
        if file.src_uri.endswith(".ipynb") or name != file.src_uri:
            file.inclusion = InclusionLevel.EXCLUDED
        if name != file.src_uri:
            report, its_files = shared(drawn(DOCS / file.src_uri), relative("site", name), "index.html")
            _check_inline(report, name)
            add(name, report)
            needed |= its_files
    for name, content in needed.items():
        add(f"site/{name}", content)
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Point links to pages and files of the site, and insert the figures of the rules."""
    name = page.file.src_uri
    text = relinked(markdown, name)
    if name == "index.md":
        return DAY.sub(r"\1#only-light) ![\2](\3-3-players-night.png#only-dark)", text)
    return _illustrated(text, name) if name.startswith("rules/") else text


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """Give each rule clause an anchor, translations their language, and the home page its own style."""
    if page.file.src_uri == "index.md":
        return f'<div class="home">{html}</div>'
    if not page.file.src_uri.startswith("rules/"):
        return html
    linked = CLAUSE_ITEM.sub(r'<li id="\2">\1<strong>\2</strong>', html)
    written = language(_language(page.file.src_uri))
    if written.code == ENGLISH:
        return linked
    return f'<div lang="{written.code}" dir="{written.direction}">{linked}</div>'


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Move inline scripts into files."""

    def moved(found: re.Match[str]) -> str:
        attributes, code = found["attributes"], found["code"]
        if "application/json" in attributes or " src=" in attributes:
            return found[0]
        name = f"site/{hashlib.sha256(code.encode()).hexdigest()[:12]}.js"
        scripts[name] = code
        return f'<script{attributes} src="{relative(name, page.file.dest_uri)}"></script>'

    output = SCRIPT.sub(moved, output)
    _check_inline(output, page.file.src_uri)
    return output


def on_post_build(config: Any) -> None:
    """Write the scripts, and remove what only a standalone site needs."""
    site = Path(config["site_dir"])
    for name, code in scripts.items():
        (site / name).write_text(code, encoding="utf-8")
    for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"):
        (site / name).unlink(missing_ok=True)


def _check_inline(output: str, name: str) -> None:
    inline = INLINE.search(re.sub(r"<(pre|code)\b.*?</\1>", "", output, flags=re.DOTALL))
    if inline:
        raise PluginError(f"{name}: the content policy forbids {inline[0]!r}")


# --- rules -------------------------------------------------------------------------------------------------


def _language(page: str) -> str:
    folder = posixpath.dirname(page).removeprefix("rules").strip("/")
    return folder or ENGLISH


def _illustrated(text: str, page: str) -> str:
    """Insert the cover, the figures and links to other languages into a rulebook."""
    name, written = posixpath.basename(page).removesuffix(".md"), _language(page)
    kind = title(name)

    def picture(shown: str, caption: str) -> str:
        width, height = figures(kind)[shown].crop[2:]
        return "\n".join(
            f"![{caption}]({relative(_figure_name(kind, shown, written, theme), page)}#{ONLY[theme]})"
            f'{{ width="{width:g}" height="{height:g}" loading=lazy }}'
            for theme in THEMES
        )

    def figure(found: re.Match[str]) -> str:
        caption = html.escape(found["caption"].replace("*", ""), quote=False)
        return (
            f'<figure markdown="span">\n{picture(found["name"], caption)}\n'
            f"<figcaption>{caption}</figcaption>\n</figure>"
        )

    heading, _, rest = FIGURE.sub(figure, text).partition("\n")
    cover = f'<div class="cover" markdown="span">\n{picture("cover", "")}\n</div>'
    links = " · ".join(
        f"[{language(other).name}]({relative(rules_page(name, other), page)}){{ lang={other} }}"
        for other in LANGUAGES
        if other != written and rules_page(name, other) in ELSEWHERE
    )
    others = f'<div class="others" markdown="span">\n{links}\n</div>'
    return "\n\n".join((heading, others, cover, rest))


def _figure_name(kind: AnyTitle, name: str, language: str, theme: str) -> str:
    return f"rules/figures/{kind.id}/{name}-{language}-{theme}.webp"


def _figures(kind: AnyTitle) -> dict[str, bytes]:
    """Draw all figures of a title, in all languages of its rules and both themes."""
    DRAWN.mkdir(parents=True, exist_ok=True)
    drawn = {}
    for name, shown in figures(kind).items():
        match = shown.match(kind)
        for written in LANGUAGES:
            for theme in THEMES if rules_page(kind.id, written) in ELSEWHERE else ():
                svg = draw_figure(shown, match, theme, written)
                kept = DRAWN / f"{hashlib.sha256(svg.encode()).hexdigest()[:32]}.webp"
                if not kept.exists():
                    part = kept.with_suffix(f".{os.getpid()}")
                    part.write_bytes(webp(svg, round(shown.crop[2] * PIXELS)))
                    shutil.move(part, kept)
                drawn[_figure_name(kind, name, written, theme)] = kept.read_bytes()
    return drawn
