// A bot in JavaScript: it plays at random. The protocol is in docs/bot-protocol.md.
//
// rooftop arena tower-up --bots "exec:node examples/bot.mjs",greedy
// ROOFTOP_TOKEN=... node examples/bot.mjs ws://127.0.0.1:8000/bots/socket     (needs Node.js 22)

import { createInterface } from "node:readline";

function answer(message) {
  if (message.type !== "turn") return null;
  const { turn, actions } = message;
  const action = actions[Math.floor(Math.random() * actions.length)];
  return JSON.stringify({ type: "move", turn, action });
}

const url = process.argv[2];
if (!url) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const reply = answer(JSON.parse(line));
    if (reply) console.log(reply);
  });
} else {
  const socket = new WebSocket(url);
  const token = process.env.ROOFTOP_TOKEN;
  socket.onopen = () => socket.send(JSON.stringify({ type: "token", token }));
  socket.onmessage = ({ data }) => {
    const reply = answer(JSON.parse(data));
    if (reply) socket.send(reply);
  };
}
