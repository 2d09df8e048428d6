"""Write the table of settings into docs/hosting.md: python tools/settings_table.py."""

from __future__ import annotations

from pathlib import Path

from rooftop.cli.config_file import Declared, declared

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
BEGIN, END = "| setting | default | meaning |\n", "\n\n"


def table() -> str:
    rows = [BEGIN, "|---|---|---|\n", *(_row(row) for row in declared())]
    return "".join(rows).rstrip("\n")


def _row(row: Declared) -> str:
    about = row.about
    option = "" if row.option == row.name.replace("_", "-") else f" The option is `--{row.option}`."
    return f"| `{row.name}` | {about.shown or _shown(row.default)} | {about.help}{option} |\n"


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return ", ".join(f"`{one}`" for one in default)
    if default in ("", None):
        return ""
    return f"`{default}`" if isinstance(default, str) else f"{default:g}"


def written(page: str) -> str:
    """Return the page with the current table."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
