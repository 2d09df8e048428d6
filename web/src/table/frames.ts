// What the server sends over the socket; see docs/protocol.md.

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
  free?: number[] | number;
  commitment: string;
  options?: Record<string, unknown>;
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

const COLOURS = ["blue", "yellow", "green", "orange", "red", "purple"];

/** A frame in which everything is there, whatever the server left out. */
export function whole(message: Message): Message {
  if (message.type !== "update" && message.type !== "waiting") return message;
  message.title ??= "";
  message.seats.forEach((seat, k) => {
    seat.colour ??= COLOURS[k] ?? "blue";
    seat.letter ??= String.fromCharCode(65 + k);
  });
  if (message.type === "update") {
    message.prompt ??= "";
    message.hints ??= [];
    message.clauses ??= [];
    message.deciding ??= 0;
    for (const offer of message.offers) {
      offer.group ??= [];
      offer.parts ??= [];
    }
  }
  return message;
}
