// What the server sends over the socket; see docs/protocol.md.

import type { Value } from "../server";

export interface Offer {
  move: string;
  text: string;
  group: string[];
  parts: string[];
}

export interface Entry {
  number: number;
  seat: number;
  kind: string;
  text: string;
  lines: string[];
}

export interface Seat {
  name: string;
  bot: string | null;
  here: boolean;
  seconds: number;
  stand_in: boolean;
  colour: string;
  letter: string;
}

export interface Score {
  points?: Record<string, number>;
  total?: number | null;
  place?: number | null;
}

export interface Update {
  type: "update";
  title: string;
  number: number;
  ply: number;
  seat: number;
  status: "playing" | "over";
  to_act: number | null;
  view: { seats: Score[] };
  prompt: string;
  offers: Offer[];
  hints: { id: string; text: string }[];
  clauses: string[];
  deciding: number;
  undoable: number;
  redoable: number;
  log: Entry[];
  seats: Seat[];
  commitment: string;
}

export interface Waiting {
  type: "waiting";
  title: string;
  status: string;
  seat: number;
  seats: Seat[];
  free: number[];
  options: Record<string, Value>;
  edition: string;
  visibility: string;
  pace: string;
  commitment: string;
}

export interface Done {
  type: "done";
  id: string;
  number: number;
}

export interface Refused {
  type: "refused";
  id: string;
  reason: string;
  number: number;
}

export type Message = Update | Waiting | Done | Refused | { type: "pong" };
