// The state of the table: the last frame, the log, and queries on them.

import type { Entry, Person, Score, Update, Waiting } from "../wire";

const [, where, id = ""] = location.pathname.split("/");
/** Whether this is the page of a lesson. */
export const inLesson = where === "learn";
/** The id of the table, part of the keys of everything stored in the browser. */
export const TABLE = `${inLesson ? "lesson-" : ""}${decodeURIComponent(id)}`;
export const PATH = inLesson ? `/api/lessons/${id}` : `/tables/${id}`;
export const API = inLesson ? PATH : `/api${PATH}`;

/** A moment of a replay: everyone's points, who has just decided, and the last log entry. */
export interface Past {
  scores: Score[];
  seat: number;
  entry: number;
}

interface State {
  frame: Update | Waiting | null; // the one shown; newer ones may be waiting
  number: number; // the last log entry received
  arrived: number; // when the shown update arrived, in milliseconds
  log: Map<number, Entry>; // up to the moment shown
  sources: Record<string, string>; // this game's names for its sources of points
  past: Past | null; // the moment shown by a replay
  busy: boolean; // a decision has been sent, and its update has not arrived yet
  place: string; // added to the query of requests about the current position: in a lesson, the step
}

export const state: State = { frame: null, number: 0, arrived: 0, log: new Map(), sources: {}, past: null, busy: false, place: "" };

/** The last update; null before the game starts. */
export const update = (): Update | null => (state.frame?.type === "update" ? state.frame : null);
export const seats = (): Person[] => state.frame?.seats ?? [];
export const scores = (): Score[] => update()?.scores ?? [];
/** The points at the moment shown: now, or in a replay. */
export const shownScores = (): Score[] => state.past?.scores ?? scores();
export const total = (seat: number): number | null => scores()[seat]?.total ?? null;
export const sum = (points: Record<string, number>): number => Object.values(points).reduce((one, other) => one + other, 0);
export const seated = (): boolean => (state.frame?.seat ?? -1) >= 0;
export const over = (): boolean => update()?.status === "over";
/** Whether the player is the only person in this game. A bot that stands in for somebody does not count. */
export const practice = (): boolean => seated() && seats().every((seat, k) => k === state.frame?.seat || seat.program || (seat.bot && !seat.stand_in));
/** The log in order. */
export const entries = (): Entry[] => [...state.log.values()].sort((one, other) => one.number - other.number);
/** Why a bot or nobody plays for a seat: the kind of the last such log entry up to a number; empty if its person does. */
export function stoodIn(seat: number, until = Infinity): string {
  let why = "";
  for (const entry of entries())
    if (entry.seat === seat && entry.number <= until) {
      if (["substitute", "timeout", "forfeit", "leave", "concede"].includes(entry.kind)) why = entry.kind;
      if (entry.kind === "resume") why = "";
    }
  return why;
}
/** Whether a person has stopped playing. */
export const hasGivenUp = (seat: Person | undefined): boolean => Boolean(seat?.left || seat?.forfeited || seat?.conceded);
export const nameOf = (seat: number): string => seats()[seat]?.name || "?";
export const letter = (seat: number): string => seats()[seat]?.letter ?? "?";
/** The CSS class with the colours of a seat. */
export const colourClass = (seat: number): string => `p-${seats()[seat]?.colour ?? "blue"}`;
