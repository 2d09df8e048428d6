// Open a game of each title in Firefox and play the first turn: node firefox.mjs URL FIREFOX TITLE...
// tools/firefox.py starts it.

import puppeteer from "puppeteer-core";

const [url, firefox, ...titles] = process.argv.slice(2);
const SECONDS = 30;

const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
try {
  for (const title of titles) await playFirstTurn(title);
} finally {
  await browser.close();
}

async function playFirstTurn(title) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(url);
  const table = await page.evaluate(async (title) => {
    const post = async (path, body) =>
      (await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const { table } = await post("/api/tables", { title, players: 2, seats: ["me", "bot:novice"] });
    await post(`/api/tables/${table}/sit`, { nonce: "00" });
    return table;
  }, title);
  await page.goto(`${url}/tables/${table}`);
  let clicks = 0;
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
    const done = await page.evaluate(step);
    if (done === "over") break;
    if (done === "clicked") clicks += 1;
    await new Promise((wake) => setTimeout(wake, 150));
  }
  const state = await page.evaluate(() => ({ ...document.body.dataset, parts: document.querySelectorAll("#picture svg [id]").length }));
  if (errors.length) throw new Error(`${title}: ${errors.join("; ")}`);
  if (!(Number(state.number) > 0) || state.parts < 50) throw new Error(`${title}: no move was made: ${JSON.stringify(state)}`);
  console.log(`${title}: ${clicks} clicks, ${state.number} log entries, ${state.parts} parts drawn, no error`);
  await page.close();
}

/** In the page: click the next thing of the player's first turn. */
function step() {
  const visible = (element) => element && !element.disabled && element.getClientRects().length > 0;
  const body = document.body;
  const played = Number(body.dataset.number ?? 0) > 0;
  if (!body.classList.contains("my-turn") || body.classList.contains("busy"))
    return played && !body.classList.contains("my-turn") ? "over" : "waiting";
  const confirm = document.getElementById("confirm");
  const target = visible(confirm) ? confirm : (document.querySelector("#picture [data-glow=yes]") ?? [...document.querySelectorAll("#actions .take, .way")].find(visible));
  if (!target) return "waiting";
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return "clicked";
}
