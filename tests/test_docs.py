"""The examples, links and tables in the documentation are right."""

import doctest
import json
import re
import runpy
from types import SimpleNamespace

import pytest

from rooftop.cli.config_file import declared
from rooftop.game.title import title_ids
from rooftop.languages import LANGUAGES
from tests.conftest import EXAMPLE, ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "ARCHITECTURE.md")),
    ROOT / "bench" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
RULEBOOKS = sorted((ROOT / "src/rooftop/titles").glob("*/RULES*.md"))
WIDTH = 120  # characters


def tool(path):
    """Return what a file of tools/ defines."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / path)))


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_examples_of_a_page_run(page, monkeypatch, tmp_path):
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    python = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    if ">>>" in python:
        test = doctest.DocTestParser().get_doctest(python, {}, page.name, str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        result = runner.run(test)
        assert result.attempted > 0
        assert result.failed == 0


SNIPPET = re.compile(r"^<!-- from (\S+) -->\n```\w+\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def test_what_a_page_shows_of_files_is_what_they_say():
    found = [
        (page.name, *shown) for page in PAGES for shown in SNIPPET.findall(page.read_text(encoding="utf-8"))
    ]
    assert sum(page == "add-a-title.md" for page, _, _ in found) > 15
    for page, file, shown in found:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"\n{shown}\n" in f"\n{text}", f"{page} does not show {file} as it is:\n{shown}"


def test_the_page_about_titles_names_every_file_of_the_example():
    text = (ROOT / "docs" / "add-a-title.md").read_text(encoding="utf-8")
    for path in (EXAMPLE / "src" / "lanterns").iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        assert name in ("words/", "__pycache__/") or f"`{name}`" in text, name


def test_the_training_loop_has_ten_lines():
    text = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    loop = text.partition("## A training loop")[2].partition("```python\n")[2].partition("```")[0]
    assert len([line for line in loop.splitlines() if line]) == 10
    assert "batch.step(" in loop


def test_the_readme_has_a_game_in_a_doctest():
    assert ">>> match.play(" in (ROOT / "README.md").read_text(encoding="utf-8")


def anchors(page):
    """The addresses of a page's headings, as forges and the site make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_to_files_and_headings_exist(page):
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        file = page.parent / target if target else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), f"{target}#{anchor}"


def test_the_navigation_of_the_site_lists_every_page_once():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"([\w/-]+\.md)$", text[text.index("\nnav:") :], re.MULTILINE)
    written = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
    pages = tool("site/pages.py")
    translated = {pages.rules_page(name, language) for name in title_ids() for language in LANGUAGES[1:]}
    assert translated < pages.ELSEWHERE.keys()  # the build adds these
    assert sorted(listed) == sorted([*written, *(pages.ELSEWHERE.keys() - translated), "tour.md"])


def long_lines(page):
    """The lines of text over the limit. Tables, pictures and code cannot be broken."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [line for line in text.splitlines() if len(line) > WIDTH and not line.startswith(("|", "!["))]


@pytest.mark.parametrize("page", PAGES + RULEBOOKS, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_text_is_too_long(page):
    assert long_lines(page) == []


def test_links_lead_to_the_pages_and_copies_of_the_site():
    relinked = tool("site/pages.py").relinked
    assert relinked("[a](../bench/README.md#rules)", "hosting.md") == "[a](figures.md#rules)"
    assert relinked("[a](docs/api.md)", "contributing.md") == "[a](api.md)"
    assert relinked("[a](../api.md)", "reference/games.md") == "[a](../api.md)"
    assert relinked("[a](../src/rooftop/titles/skyrise/RULES.pl.md)", "play.md") == "[a](rules/pl/skyrise.md)"
    assert relinked("[a](../deploy/Caddyfile)", "hosting.md") == "[a](sources/deploy/Caddyfile.txt)"
    assert relinked("[a](skyrise.json)", "balance/README.md") == "[a](skyrise.html)"
    assert relinked("[the files](../deploy)", "hosting.md") == "the files"
    assert relinked("[a](https://x.example/b) [c](#d)", "api.md") == "[a](https://x.example/b) [c](#d)"
    code = "```\n[a](../deploy)\n```"
    assert relinked(code, "hosting.md") == code


def test_the_hosting_page_has_a_row_for_every_setting():
    table = tool("settings_table.py")
    page = table.PAGE.read_text(encoding="utf-8")
    assert all(f"\n| `{row.name}` | " in page for row in declared())
    assert table.written(page) == page, "python tools/settings_table.py"


def test_reports_on_the_site_share_a_style_sheet_and_have_nothing_inline():
    tools, sheets = tool("site/report_files.py"), set()
    kept = sorted((ROOT / "docs" / "balance").glob("*.json"))
    assert len(kept) > len(title_ids())
    for file in kept:
        page, files = tools.shared(tools.drawn(file), "../site", "index.html")
        assert "<style" not in page
        assert "data:font" not in page
        assert "Content-Security-Policy" not in page
        (sheet,) = re.findall(r'<link rel="stylesheet" href="\.\./site/([^"]+\.css)">', page)
        fonts = re.findall(r'url\("([^"]+)"\)', files[sheet].decode())
        assert fonts
        assert set(files) == {sheet, *fonts}
        assert all(files[font].startswith(b"wOF2") for font in fonts)
        sheets.add(sheet)
    assert len(sheets) == 1


def test_the_rules_of_all_titles_are_on_the_site_in_three_languages():
    pages = tool("site/pages.py").ELSEWHERE
    for name in title_ids():
        for page in (f"rules/{name}.md", f"rules/de/{name}.md", f"rules/pl/{name}.md"):
            assert (ROOT / pages[page]).is_file()


def test_the_notebook_has_no_outputs_and_its_cells_compile():
    cells = json.loads((ROOT / "docs" / "tour.ipynb").read_text(encoding="utf-8"))["cells"]
    programs = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(programs) > 8
    for cell in programs:
        assert not cell["outputs"]
        assert cell["execution_count"] is None
        compile("".join(cell["source"]), "tour", "exec")


def test_the_tables_of_the_figures_show_the_stored_run():
    text = (ROOT / "bench" / "README.md").read_text(encoding="utf-8")
    report = json.loads((ROOT / "bench" / "peers.json").read_text(encoding="utf-8"))
    assert text.count("<!-- peers -->") == 1
    assert tool("bench_table.py").filled(text, report) == text
    assert {row["peer"] for row in report["peers"]} == {
        "open-spiel", "catanatron", "rlcard", "pettingzoo", "pgx"
    }  # fmt: skip


def test_the_readme_has_the_two_commands_and_the_legal_note():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for phrase in ("make play", "make test", "not affiliated", "reconstructed"):
        assert phrase in text


def test_every_clause_number_in_the_docs_exists():
    rules = (ROOT / "src/rooftop/titles/tower_up/RULES.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"\*\*(TU-\d+)\*\*", rules))
    for page in PAGES:
        assert set(re.findall(r"TU-\d+", page.read_text(encoding="utf-8"))) <= clauses
