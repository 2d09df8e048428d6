"""A machine that has compiled nothing yet can be played on at once."""

import os
import subprocess
import sys
import time

import httpx

from tests.server.clients import free_port


def test_a_cold_server_plays_interpreted_until_the_rules_are_compiled(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-c", "from rooftop.cli import main; main()", "serve", "--port", str(port)]
    environment = {**os.environ, "ROOFTOP_CACHE": str(tmp_path / "cache")}
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'a.db'}"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        with httpx.Client(base_url=url, timeout=30) as person:
            play(person)
    finally:
        server.kill()
        server.wait()


def play(person: httpx.Client) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            person.get("/")
            break
        except httpx.HTTPError:
            assert time.monotonic() < until
            time.sleep(0.1)
    assert person.get("/health").json() == {"status": "alive"}
    assert person.get("/ready").status_code == 503
    wanted = {"title": "tower-up", "players": 2, "seats": ["me", "bot:greedy"]}
    table = person.post("/api/tables", json=wanted).json()["table"]
    assert person.post(f"/api/tables/{table}/sit", json={"nonce": "cold"}).json() == {"seat": 0}
    assert "<svg" in person.get(f"/tables/{table}/scene.svg").text
    waiting = person.get("/ready")
    assert waiting.json() == {"status": "starting"}
    assert int(waiting.headers["retry-after"]) > 0
