"""People with browsers on a real server, and what their pages log and request."""

from __future__ import annotations

import re
import socket
import sys
import threading
from typing import Any

from tests.conftest import ROOT
from tests.server.clients import Person, Server, free_port
from tests.waiting import page_until

sys.path.insert(0, str(ROOT / "tools"))
from install_browser import browser

# Each context is a window. The first two features would load pages into its address bar, which takes longer
# than loading ours. Playwright disables the others, and only the last list of features counts.
UNUSED = [
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
]  # fmt: skip
FLAGS = [
    "--no-sandbox", "--headless=new", "--font-render-hinting=none", "--disable-gpu",
    "--disable-dev-shm-usage", "--disable-sync", "--disable-background-networking",
    "--disable-component-update", "--no-first-run",
    f"--disable-features={','.join(UNUSED)}",
]  # fmt: skip
TIMEOUT = 60_000  # milliseconds; the machine may be busy
LAPTOP = {"width": 1280, "height": 720}
TELEPHONE = {"width": 360, "height": 640}
REPORT = """document.addEventListener('securitypolicyviolation', event =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))"""
PACE = """if (location.protocol === 'http:')
  localStorage.getItem('rooftop-pace') ?? localStorage.setItem('rooftop-pace', %d)"""


LAST = "the last message"


def start_browser(running: Any) -> Any:
    """Start the browser that `make browser` finds or installs."""
    program = browser()
    assert program is not None, "there is no browser for the tests: make browser"
    return running.chromium.launch(executable_path=program, args=FLAGS)


class People:
    """Browser contexts of different people; collects the errors and requests of their pages."""

    def __init__(self, browser: Any, server: Server, timeout: int = TIMEOUT) -> None:
        self.browser, self.server, self.timeout = browser, server, timeout
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.requested: set[str] = set()
        self.expected = ""  # a pattern of console messages that all pages may currently log

    def come(
        self,
        path: str = "/",
        who: Person | None = None,
        host: str = "",
        script: str = "",
        pace: int = 0,
        expected: str = "",
        **more: Any,
    ) -> Any:
        """Open a page as a new visitor, or as a person known to the server. `script` runs before the page's
        scripts. The decisions of others are shown every `pace` milliseconds; 0: at once. `expected` is a
        pattern of messages that this page may always log."""
        usual = {"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light"}
        context = self.browser.new_context(**{**usual, **more})
        self.contexts.append(context)
        context.set_default_timeout(self.timeout)
        context.set_default_navigation_timeout(3 * self.timeout)  # the server may have to draw figures first
        context.add_init_script(REPORT)
        context.add_init_script(PACE % pace)
        if script:
            context.add_init_script(script)
        url = f"http://{host or self.server.host}"
        if who is not None:
            context.add_cookies([{"name": "rooftop", "value": who.cookie, "url": url}])
        page = context.new_page()
        page.on("request", lambda request: self.requested.add(request.url))
        page.on("websocket", lambda opened: self.requested.add(opened.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._log(message, expected))
        page.goto(url + path, wait_until="domcontentloaded")  # scripts have run; pictures may arrive later
        return page

    def _log(self, message: Any, expected: str) -> None:
        if message.type not in ("error", "warning"):
            return
        if any(pattern and re.search(pattern, message.text) for pattern in (expected, self.expected)):
            return
        if re.search(r"/preview\?|[?&]move=|/why\?|/info\?", message.location["url"]):
            return  # a preview that arrived too late: the move has been made
        self.complaints.append(f"{message.text} ({message.location['url']})")

    def leave(self) -> None:
        for context in self.contexts:
            for page in context.pages:
                hear(page)
            context.close()
        self.contexts = []

    def foreign_requests(self) -> set[str]:
        """Return the requests to any other host."""
        return {
            url
            for url in self.requested
            if not re.match(r"(https?|wss?)://127\.0\.0\.1:\d+/|data:|about:", url)
        }


def hear(page: Any) -> None:
    """Wait until everything that a page has logged has arrived."""
    with page.expect_console_message(lambda message: message.text == LAST):
        page.evaluate("console.debug", LAST)  # all earlier messages have arrived by then


class Wire:
    """A network connection between one browser and the server that can be cut."""

    def __init__(self, server: Server) -> None:
        self.to = server.port
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.whole = True
        self.ends: list[socket.socket] = []
        self.listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            end.close()

    def cut(self) -> None:
        self.whole = False
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.ends = []

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        self.listening.close()


# --- what people do ----------------------------------------------------------------------------------------


def number(page: Any) -> int:
    return int(page.locator("body").get_attribute("data-number") or 0)


def past(page: Any, before: int) -> None:
    page.wait_for_function("before => Number(document.body.dataset.number) > before", arg=before)


# The media query for the narrow picture, as in web/src/sizes.ts.
NARROW = "(max-width: 999px)"
COLOURS = ("white", "grey", "brown", "black")
# The page is settled: nothing is on its way to the server, the picture and the words show the same position
# in the page's look, and the title's words have loaded. A page that redirects here is not settled.
SETTLED = f"""() => {{
  const [root, body] = [document.documentElement, document.body];
  const {{look, number}} = document.querySelector('#picture')?.dataset ?? {{}};
  const size = matchMedia('{NARROW}').matches ? 'narrow' : 'wide';
  return !body.matches('.busy') && number === body.dataset.number && body.dataset.words === root.lang &&
    look === `theme=${{root.dataset.theme}}&lang=${{root.lang}}&size=${{size}}`;
}}"""


def settled(page: Any) -> None:
    page.wait_for_function(SETTLED)


def resize(page: Any, viewport: dict[str, int]) -> None:
    """Resize the window of a page, and wait until the page has adapted."""
    page.set_viewport_size(viewport)
    page.wait_for_function(
        "({width, height}) => innerWidth === width && innerHeight === height", arg=viewport
    )


def site(page: Any) -> Any:
    """A site of Tower Up where several colours can be built: choosing it decides nothing yet."""
    ask = f"{page.url.partition('#')[0].replace('/tables/', '/api/tables/')}/preview"
    for place in page.locator("#picture .site[data-glow=yes]").all():
        part = place.get_attribute("id")
        moves = [f"build {part.removeprefix('site-')} {colour}" for colour in COLOURS]
        if sum(page.request.get(ask, params={"move": move}).ok for move in moves) > 1:
            return page.locator(f"#{part}")
    raise AssertionError("there is no place where one may build in several colours")


def over(page: Any) -> bool:
    return bool(page.evaluate("document.body.dataset.status === 'over'"))


def may_play(page: Any) -> bool:
    return bool(page.evaluate(f"document.body.matches('.my-turn') && ({SETTLED})()"))


# One click of a quick decision: on the last glowing thing or, when the move is chosen and the page asks, on
# the confirm button. No click after the decision.
HURRY = """before => {
  const [card, confirm] = [document.getElementById('card'), document.getElementById('confirm')];
  if (Number(document.body.dataset.number) !== before) return;
  if (!document.body.matches('.my-turn:not(.busy)') || card.ariaBusy === 'true') return;
  const things = [...document.querySelectorAll('#picture [data-glow=yes]')];
  const founding = things.filter(thing => thing.matches('.site'));
  const next = (founding.length ? founding : things).at(-1) ?? [...card.querySelectorAll('.way')].at(-1);
  if (confirm?.checkVisibility()) confirm.click();
  else if (next) next.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  else document.querySelector('#actions [data-take]:not(:disabled)')?.click();
}"""


def hurry(page: Any) -> None:
    page.wait_for_function(
        f"before => {{ ({HURRY})(before); return Number(document.body.dataset.number) !== before; }}",
        arg=number(page),
    )


def play_on(pages: list[Any], decisions: int, play: Any = hurry) -> int:
    """Make this many decisions, or play to the end of the game. Return the number of decisions."""

    def able() -> Any:
        return over(pages[0]) or next(filter(may_play, pages), None)

    count = 0
    while count < decisions and (acting := page_until(pages[0], able, "nobody may play")) is not True:
        play(acting)
        count += 1
    return count
