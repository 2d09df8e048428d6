"""Build the bundled fonts: python tools/fonts.py. Needs npm, fonttools and brotli.

The script downloads OFL fonts from npm, merges their Latin subsets, keeps the characters that pages and
pictures use, and writes each face as .ttf (for pictures) and .woff2 (for pages). It also writes the licences
and `metrics.json`, the letter widths for fitting texts. The licence reserves the names of the fonts for the
originals, so ours have different names.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent.parent / "src/rooftop/web/fonts"
FACES = (  # key in metrics.json, npm name, family, weight, name of the weight
    ("display", "josefin-sans", "Rooftop Display", 600, "SemiBold"),
    ("text", "source-sans-3", "Rooftop Text", 400, "Regular"),
    ("strong", "source-sans-3", "Rooftop Text", 600, "SemiBold"),
)
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C,
           0x201D, 0x201E, 0x2022, 0x2026, 0x2212]  # fmt: skip


def fetch(name: str, folder: Path) -> Path:
    packed = subprocess.run(
        ["npm", "pack", "--silent", f"@fontsource/{name}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    with tarfile.open(folder / packed.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(folder / name, filter="data")
    return folder / name / "package"


def subset(path: Path, folder: Path) -> Path:
    font = TTFont(path)
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "DSIG", "gasp"]
    keep = Subsetter(options)
    keep.populate(unicodes=LETTERS)
    keep.subset(font)
    font.flavor = None
    out = folder / f"{path.stem}.ttf"
    font.save(out)
    return out


def main() -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    metrics: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for key, name, family, weight, style in FACES:
            package = fetch(name, folder)
            parts = [
                subset(package / "files" / f"{name}-{part}-{weight}-normal.woff2", folder)
                for part in ("latin", "latin-ext")
            ]
            font = Merger().merge([str(part) for part in parts])
            file = f"{family.replace(' ', '')}-{style}"
            for record_id, text in ((1, family), (2, "Regular"), (4, f"{family} {style}"), (6, file),
                                    (16, family), (17, style)):  # fmt: skip
                font["name"].setName(text, record_id, 3, 1, 0x409)
            font["OS/2"].usWeightClass = weight
            font.save(FONTS / f"{file}.ttf")
            font.flavor = "woff2"
            font.save(FONTS / f"{file}.woff2")
            widths = {
                chr(code): font["hmtx"][glyph][0]
                for code, glyph in sorted(font.getBestCmap().items())
                if code in LETTERS
            }
            metrics[key] = {
                "family": family,
                "weight": weight,
                "file": f"{file}.ttf",
                "unit": font["head"].unitsPerEm,
                "widths": widths,
            }
            licence = (package / "LICENSE").read_text(encoding="utf-8")
            (FONTS / f"{family.replace(' ', '')}-LICENSE.txt").write_text(
                f"{family} is a part of {name} (npm: @fontsource/{name}), under its licence.\n\n{licence}",
                encoding="utf-8",
            )
    (FONTS / "metrics.json").write_text(
        json.dumps(metrics, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
