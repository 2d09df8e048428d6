"""A report opened as a file: all plots and tables, light and dark, on a phone, a laptop and paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.people import LAPTOP, TELEPHONE, TIMEOUT
from tests.browser.test_access import found
from tests.reports.test_reports import whole_page


@pytest.mark.parametrize(
    ("language", "scheme", "viewport"), [("en", "light", TELEPHONE), ("pl", "dark", LAPTOP)]
)
def test_a_report_can_be_read_everywhere(
    chromium: Any, tmp_path: Path, language: str, scheme: str, viewport: Any
) -> None:
    file = tmp_path / "report.html"
    file.write_text(whole_page(language), encoding="utf-8")
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, bypass_csp=True)
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto(file.as_uri())
    assert found(page) == []
    page.evaluate("document.querySelectorAll('details').forEach(behind => { behind.open = true; })")
    assert found(page) == []
    light = (
        page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(233, 223, 201)"
    )
    assert light == (scheme == "light")
    context.close()


def test_a_report_obeys_its_own_policy_and_fetches_nothing(chromium: Any, tmp_path: Path) -> None:
    file, complaints, asked = tmp_path / "report.html", list[str](), list[str]()
    file.write_text(whole_page(), encoding="utf-8")
    context = chromium.new_context(color_scheme="dark")
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.goto(file.as_uri())
    page.wait_for_function("() => document.fonts.check('600 20px \"Rooftop Display\"')")
    assert set(asked) <= {"file", "data"}
    page.emulate_media(media="print")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.plot .figure')).fill") == "rgb(42, 37, 32)"
    )
    style = "getComputedStyle(document.documentElement)"
    assert page.evaluate(f"[{style}.backgroundColor, {style}.colorScheme]") == ["rgb(255, 255, 255)", "light"]
    assert complaints == []
    context.close()
