"""Run a notebook and convert it to a page. `python tools/site/notebooks.py FILE...` only runs the cells."""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from rooftop.drawing.raster import webp

SECONDS = 900  # per cell: the first one may have to compile the rules
PIXELS = 1600


def run(file: Path) -> Any:
    """Return the notebook with the outputs of all cells. Raises CellExecutionError if one fails."""
    notebook = nbformat.read(file, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}}
        )
        return client.execute()


def markdown_of(notebook: Any, name: str) -> tuple[str, dict[str, bytes]]:
    """Return the page as Markdown, and its pictures by address."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            if output.get("name") == "stderr":
                continue
            data = output.get("data", {"text/plain": output.get("text", "")})
            if "image/svg+xml" in data:
                svg = data["image/svg+xml"]
                address = f"{name}/{hashlib.sha256(svg.encode()).hexdigest()[:12]}.webp"
                pictures[address] = webp(svg, PIXELS)
                parts.append(f"![What the cell draws]({address})")
            elif data["text/plain"].strip():
                parts.append(f"```text\n{data['text/plain'].rstrip()}\n```")
    return "\n\n".join(parts) + "\n", pictures


def main() -> None:
    for file in map(Path, sys.argv[1:]):
        cells = [cell for cell in run(file).cells if cell.cell_type == "code"]
        print(f"{file}: {len(cells)} cells run")


if __name__ == "__main__":
    main()
