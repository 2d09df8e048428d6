// The socket of a table: commands are repeated until they are answered, and silence is noticed.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { beforeEach, mock, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  listeners: Record<string, (event: unknown) => void> = {};

  url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  addEventListener(kind: string, listener: (event: unknown) => void): void {
    this.listeners[kind] = listener;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.listeners["close"]?.({ code });
  }

  receive(frame: object): void {
    this.listeners["message"]?.({ data: JSON.stringify(frame) });
  }

  commands(): Record<string, unknown>[] {
    return this.sent.filter((message) => "id" in message);
  }
}

const nothing = (): void => undefined;
const hear: Record<string, () => void> = {}; // the window's listeners
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  window: globalThis,
  location: { pathname: "/tables/t", protocol: "http:", host: "localhost" },
  document: { documentElement: { lang: "en", dataset: { theme: "night" } }, addEventListener: nothing },
  matchMedia: () => ({ matches: true }),
  addEventListener: (kind: string, listener: () => void) => (hear[kind] = listener),
});
const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const contents = 'export { Connection } from "./src/table/connection"; export { state } from "./src/table/state";';
const bundle = await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", write: false });
const { Connection, state } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0]?.text ?? "")}`);

const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => ({ number: from + k + 1 }));
const update = (number: number, count = 1, whole = count === 1, since = number - 1) => ({
  type: "update", count, number, log: entries(since, number), picture: { whole, changed: {}, removed: [], order: [] },
});
let heard: string[] = [];

function connect() {
  const connection = new Connection();
  const frame = (frame: { type: string; number: number }) => {
    heard.push(frame.type);
    if (frame.type === "update") [state.frame, state.number] = [frame, frame.number];
  };
  connection.start({ frame, condition: nothing, sent: nothing });
  const socket = FakeSocket.all.at(-1) as FakeSocket;
  socket.receive(update(5));
  return { connection, socket };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  heard = [];
  state.number = 4;
  state.busy = false;
});

test("a command gets an id, and the table is busy until its update comes", () => {
  const { connection, socket } = connect();
  assert.ok(connection.send({ type: "play", seen: 5, move: "a" }));
  const [command] = socket.commands();
  assert.equal(command?.["move"], "a");
  assert.ok(state.busy);
  assert.ok(!connection.send({ type: "undo", seen: 5, count: 1 }), "one decision at a time");
  socket.receive({ type: "done", id: command?.["id"], number: 6 });
  assert.ok(state.busy, "what the page shows is not what the server has");
  socket.receive(update(6, 2));
  assert.ok(!state.busy);
  assert.ok(connection.send({ type: "undo", seen: 6, count: 1 }));
});

test("the update may come before the answer", () => {
  const { connection, socket } = connect();
  connection.send({ type: "play", seen: 5, move: "a" });
  socket.receive(update(6, 2));
  assert.ok(state.busy);
  socket.receive({ type: "done", id: socket.commands()[0]?.["id"], number: 6 });
  assert.ok(!state.busy);
});

test("after a refusal, or with the first update of another connection, one can decide again", () => {
  const { connection, socket } = connect();
  connection.send({ type: "play", seen: 5, move: "a" });
  socket.receive({ type: "refused", id: socket.commands()[0]?.["id"], reason: "no", number: 5 });
  assert.ok(!state.busy);
  connection.send({ type: "play", seen: 5, move: "b" });
  socket.receive({ type: "done", id: socket.commands()[1]?.["id"], number: 6 });
  socket.close();
  mock.timers.tick(1000);
  assert.ok(state.busy);
  (FakeSocket.all.at(-1) as FakeSocket).receive(update(7));
  assert.ok(!state.busy);
});

test("a command without `seen` waits for no decision", () => {
  const { connection, socket } = connect();
  connection.send({ type: "play", seen: 5, move: "a" });
  assert.ok(connection.send({ type: "chat", text: "hello" }));
  const [, chat] = socket.commands();
  socket.receive({ type: "done", id: chat?.["id"], number: 5 });
  assert.ok(state.busy, "the move has no answer yet");
});

test("after a lost connection, commands without an answer are sent again with the same id", () => {
  const { connection, socket } = connect();
  connection.send({ type: "play", seen: 5, move: "a" });
  socket.close();
  mock.timers.tick(1000);
  const next = FakeSocket.all.at(-1) as FakeSocket;
  assert.notEqual(next, socket);
  assert.deepEqual(next.commands(), []);
  next.receive(update(5));
  assert.deepEqual(next.commands(), socket.commands());
  next.receive(update(5, 2));
  assert.equal(next.commands().length, 1, "but only once");
});

test("an answer to an unknown command is ignored", () => {
  const { socket } = connect();
  socket.receive({ type: "done", id: "another tab", number: 6 });
  assert.deepEqual(heard, ["update"]);
});

test("a silent connection is noticed within three seconds, and replaced later", () => {
  const { connection, socket } = connect();
  const pings = () => socket.sent.filter((message) => message["type"] === "ping").length;
  mock.timers.tick(1500);
  assert.equal(pings(), 1);
  socket.receive({ type: "pong" });
  mock.timers.tick(1499);
  assert.equal(pings(), 1);
  mock.timers.tick(1);
  assert.equal(pings(), 2);
  assert.equal(connection.condition, "connected");
  mock.timers.tick(1400);
  assert.equal(connection.condition, "reconnecting");
  socket.receive({ type: "pong" });
  assert.equal(connection.condition, "connected", "it was only slow");
  for (const time of [1500, 1400, 4000]) mock.timers.tick(time);
  assert.equal(socket.readyState, 3);
  mock.timers.tick(1000);
  assert.notEqual(FakeSocket.all.at(-1), socket);
});

test("the player is told at once that the device is offline", () => {
  const { connection, socket } = connect();
  hear["offline"]?.();
  assert.equal(connection.condition, "reconnecting");
  assert.equal(socket.sent.at(-1)?.["type"], "ping");
  socket.receive({ type: "pong" }); // the server is on the same device
  assert.equal(connection.condition, "connected");
  socket.close();
  hear["online"]?.();
  const next = FakeSocket.all.at(-1) as FakeSocket;
  assert.notEqual(next, socket, "it does not wait for the next attempt");
});

test("a socket that does not open is tried again", () => {
  connect();
  const socket = FakeSocket.all.at(-1) as FakeSocket;
  socket.close();
  mock.timers.tick(1000);
  const second = FakeSocket.all.at(-1) as FakeSocket;
  assert.notEqual(second, socket);
  for (const time of [8000, 4000]) mock.timers.tick(time);
  assert.notEqual(FakeSocket.all.at(-1), second);
});

test("a table that may not be seen is not tried again", () => {
  const { connection, socket } = connect();
  const count = FakeSocket.all.length;
  socket.close(4404);
  mock.timers.tick(60_000);
  assert.equal(connection.condition, "closed");
  assert.equal(FakeSocket.all.length, count);
});

test("the socket names the look of the page, and where its log ends", () => {
  const { connection, socket } = connect();
  assert.ok(socket.url.endsWith("/socket?theme=night&lang=en&size=narrow&from=4"), socket.url);
  assert.equal(connection.look, "theme=night&lang=en&size=narrow");
});

test("a repeated update is ignored", () => {
  const { socket } = connect();
  socket.receive(update(6, 2));
  socket.receive(update(6, 2));
  socket.receive(update(5, 1));
  assert.deepEqual(heard, ["update", "update"]);
  assert.equal(state.number, 6);
});

test("after a lost update, nothing counts until everything has been sent again", () => {
  const { socket } = connect();
  socket.receive(update(7, 3));
  assert.deepEqual(socket.sent, [{ type: "again", number: 5 }]);
  socket.receive(update(8, 4));
  assert.equal(state.number, 5);
  socket.receive(update(8, 5, true, 5));
  assert.equal(state.number, 8);
  socket.receive(update(9, 6));
  assert.equal(state.number, 9);
  assert.equal(socket.sent.length, 1);
});

test("if the answer is lost too, it is requested again", () => {
  const { socket } = connect();
  socket.receive(update(7, 3));
  socket.receive(update(8, 5));
  assert.equal(socket.sent.length, 2);
  assert.equal(state.number, 5);
});
