"""Add a language to a copy of the checkout: its catalogues, half of its sentences, and pages in it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from rooftop.languages import LANGUAGES, folders, locale
from rooftop.languages.catalogues import ids, plural_header
from tests.conftest import ROOT

FORMS = {
    "eo": 2,
    "ar": 6,
}  # a language with the plural forms of English, and one with more, written from right to left
NUMBERS = (0, 1, 2, 7, 17, 100)
PAGES = ("about", "missing", "confirm", "unsubscribe")
RENDER = """
import json, sys
from rooftop.languages import LANGUAGES
from rooftop.server.routes.template import Look, manifest, render, words
from rooftop.server.translation import negotiate_language

codes, numbers, pages = json.loads(sys.argv[1])
print(json.dumps({code: {
    "languages": LANGUAGES,
    "negotiated": negotiate_language(f"{code}-XX,en"),
    "pages": {name: render(name, Look(code), kind="missing_page") for name in pages},
    "counted": [words(code).count("moves_n", n) for n in numbers],
    "ago": words(code).ago(7200),
    "script": manifest().files[f"words-{code}.js"],
} for code in codes}))
"""


def ignored(*patterns):
    return shutil.ignore_patterns("__pycache__", *patterns)


class Checkout:
    """A copy of the sources, with commands run in separate processes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder, folder / "src" / "rooftop"
        shutil.copytree(ROOT / "src/rooftop", self.package, ignore=ignored("static", "libraries", "*.so"))
        shutil.copytree(ROOT / "web", folder / "web", ignore=ignored("node_modules"))
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        os.utime(folder / "web" / "package-lock.json", (0, 0))  # older than the modules: none are installed

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        return subprocess.run(
            [sys.executable, *words],
            env=environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def rooftop(self, *words: str) -> str:
        done = self.python("-c", "from rooftop.cli import main; main()", "language", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def catalogues(self, code: str) -> list[Path]:
        return [
            self.package / folder.relative_to(ROOT / "src/rooftop") / f"{code}.po" for folder in folders()
        ]


def fill(file: Path, code: str) -> int:
    """Translate every other message. Return their number."""
    with file.open("rb") as text:
        catalogue = read_po(text, locale=locale(code))
    translated = 0
    for number, message in enumerate(row for row in catalogue if row.id):
        if number % 2 and message.context != "moves_n":
            continue
        translated += 1
        english = ids(message)[-1]
        forms = tuple(f"«{form}» {english}" for form in range(catalogue.num_plurals))
        message.string = forms if len(ids(message)) > 1 else f"«» {english}"
    with file.open("wb") as text:
        write_po(text, catalogue)
    return translated


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    made = Checkout(tmp_path_factory.mktemp("checkout"))
    for code in FORMS:
        made.rooftop("new", code)
    return made


@pytest.fixture(scope="module")
def translated(checkout):
    counts = {code: sum(fill(file, code) for file in checkout.catalogues(code)) for code in FORMS}
    done = checkout.python("web/build.py")
    assert done.returncode == 0, done.stderr
    return counts


def shown(html: str) -> list[str]:
    """The text of a page, as seen or heard by a reader."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", "", html.partition("<body")[2], flags=re.DOTALL)
    return [
        text.strip()
        for text in re.findall(r'>([^<>]+)<|aria-label="([^"]*)"', body)
        for text in text
        if text.strip()
    ]


def test_every_package_gets_an_empty_catalogue(checkout):
    english = {file.parent: file for file in checkout.catalogues("pl")}
    for code, forms in FORMS.items():
        for file in checkout.catalogues(code):
            text = file.read_text(encoding="utf-8")
            assert f'"Language: {code}\\n"' in text
            assert f'"Plural-Forms: {plural_header(code)};\\n"' in text
            with file.open("rb") as new, english[file.parent].open("rb") as polish:
                rows, others = read_po(new, locale=locale(code)), read_po(polish, locale=locale("pl"))
            assert rows.num_plurals == forms
            assert [(row.id, row.context) for row in rows] == [(row.id, row.context) for row in others]
            assert not any(form for row in rows if row.id for form in (row.string or ()))


def test_catalogues_that_exist_are_not_overwritten(checkout):
    for code in ("pl", "en", "PL", "ar"):
        done = checkout.python("-c", "from rooftop.cli import main; main()", "language", "new", code)
        assert (done.returncode, done.stdout) == (2, "")
        assert "exists" in done.stderr


@pytest.fixture(scope="module")
def rendered(checkout, translated):
    done = checkout.python("-c", RENDER, json.dumps([list(FORMS), NUMBERS, PAGES]))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("code", FORMS)
def test_pages_in_half_of_a_language_show_english_for_the_other_half(rendered, code):
    found = rendered[code]
    assert found["languages"] == ["en", *sorted({*LANGUAGES[1:], "ar", "eo"})]
    assert found["negotiated"] == code
    direction = "rtl" if code == "ar" else "ltr"
    for name, html in found["pages"].items():
        assert f'<html lang="{code}" dir="{direction}"' in html
        assert f'src="/static/{found["script"]}"' in html
        texts = shown(html)
        assert not [text for text in texts if re.search(r"[a-z]_[a-z]|[{}]", text)], name
        ours = [text for text in texts if text.startswith("«»")]
        assert len(texts) > len(ours) > 5, name
    for language, name in (("ar", "العربية"), ("eo", "esperanto"), ("pl", "polski"), ("en", "English")):
        assert f'lang="{language}" dir="' in html
        assert name.casefold() in html.casefold()
    forms = [text.partition("»")[0] for text in found["counted"]]
    assert len(set(forms)) == FORMS[code]
    assert [text.split()[1] for text in found["counted"]] == [str(n) for n in NUMBERS]
    assert found["ago"]


def test_status_counts_what_is_translated(checkout, translated):
    rows = json.loads(checkout.rooftop("status", "--json"))
    assert rows["pl"]["percent"] == 100
    for code, count in translated.items():
        catalogues = rows[code]["catalogues"].values()
        assert sum(row["translated"] for row in catalogues) == count
        assert (
            sum(len(row["missing"]) for row in catalogues)
            == sum(row["messages"] for row in catalogues) - count
        )
        assert 50 <= rows[code]["percent"] < 51
        assert set(rows[code]["rules"].values()) == {False}
    told = checkout.rooftop("status", "eo").splitlines()
    assert re.search(r"Esperanto +50\.\d%", told[0])
    assert len(told) == 2 + len(checkout.catalogues("eo"))


def test_update_adds_new_messages_and_takes_out_old_ones(checkout, translated):
    source = checkout.folder / "web/src/english.ts"
    text = source.read_text(encoding="utf-8")
    changed = text.replace(
        '  skip: "Skip to content",', '  skip: "Skip to the content",\n  new_one: "Nothing like it: 7",'
    )
    source.write_text(changed.replace('  no_script: "Rooftop needs JavaScript.",\n', ""), encoding="utf-8")
    told = checkout.rooftop("update")
    for code in ("pl", "eo", "ar"):
        assert f"changed: src/rooftop/web/words/{code}.po" in told
        with (checkout.package / f"web/words/{code}.po").open("rb") as file:
            rows = {row.context: row for row in read_po(file, locale=locale(code)) if row.id}
        assert rows["new_one"].id == "Nothing like it: 7"
        assert not rows["new_one"].string
        assert "no_script" not in rows
    with (checkout.package / "web/words/pl.po").open("rb") as file:
        skip = next(row for row in read_po(file) if row.context == "skip")
    assert (skip.id, skip.string, "fuzzy" in skip.flags) == ("Skip to the content", "Przejdź do treści", True)
    rows = json.loads(checkout.rooftop("status", "pl", "--json"))["pl"]["catalogues"][
        "src/rooftop/web/words/pl.po"
    ]
    assert rows["missing"] == ["new_one: Nothing like it: 7"]
    assert rows["wrong"] == {"skip: Skip to the content": "to be checked"}
    assert checkout.rooftop("update") == "all catalogues are up to date\n"
    source.write_text(text, encoding="utf-8")
