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

  constructor() {
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
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  window: globalThis,
  location: { pathname: "/tables/t", protocol: "http:", host: "localhost" },
  document: { documentElement: { lang: "en" }, addEventListener: nothing },
  addEventListener: nothing,
});
const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const contents = 'export { Connection } from "./src/table/connection"; export { state } from "./src/table/state";';
const bundle = await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", write: false });
const { Connection, state } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0]?.text ?? "")}`);

const update = (number: number) => ({ type: "update", number });
let heard: string[] = [];

function connect() {
  const connection = new Connection();
  connection.start({ frame: (frame: { type: string }) => heard.push(frame.type), condition: nothing, sent: nothing });
  const socket = FakeSocket.all.at(-1) as FakeSocket;
  socket.receive(update(5));
  state.frame = update(5);
  state.number = 5;
  return { connection, socket };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  heard = [];
  state.busy = false;
});

test("a command gets an id, and the table is busy until the server answers", () => {
  const { connection, socket } = connect();
  assert.ok(connection.send({ type: "play", seen: 5, move: "a" }));
  const [command] = socket.commands();
  assert.equal(command?.["move"], "a");
  assert.ok(state.busy);
  assert.ok(!connection.send({ type: "undo", seen: 5, count: 1 }), "one decision at a time");
  socket.receive({ type: "done", id: command?.["id"], number: 6 });
  assert.ok(!state.busy);
  assert.ok(connection.send({ type: "undo", seen: 6, count: 1 }));
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
  next.receive(update(5));
  assert.equal(next.commands().length, 1, "but only once");
});

test("an answer to an unknown command is ignored", () => {
  const { socket } = connect();
  socket.receive({ type: "done", id: "another tab", number: 6 });
  assert.deepEqual(heard, ["update"]);
});

test("a silent connection is pinged, then replaced", () => {
  const { socket } = connect();
  mock.timers.tick(17_000);
  assert.equal(socket.sent.at(-1)?.["type"], "ping");
  mock.timers.tick(20_000);
  assert.equal(socket.readyState, 3);
  mock.timers.tick(1000);
  assert.notEqual(FakeSocket.all.at(-1), socket);
});

test("a table that may not be seen is not tried again", () => {
  const { connection, socket } = connect();
  const count = FakeSocket.all.length;
  socket.close(4404);
  mock.timers.tick(60_000);
  assert.equal(connection.condition, "closed");
  assert.equal(FakeSocket.all.length, count);
});
