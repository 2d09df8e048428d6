// What the page of a table knows: the last frame, the log, and who one is at this table.

import type { Entry, Seat, Update, Waiting } from "./frames";

export const TABLE = decodeURIComponent(location.pathname.split("/")[2] ?? "");
export const PATH = `/tables/${encodeURIComponent(TABLE)}`;
export const API = `/api/tables/${encodeURIComponent(TABLE)}`;

interface State {
  frame: Update | Waiting | null;
  number: number; // up to which the log has arrived
  arrived: number; // when the last update came, in milliseconds
  log: Map<number, Entry>;
  busy: boolean; // a command has no answer yet
}

export const state: State = { frame: null, number: 0, arrived: 0, log: new Map(), busy: false };

/** The last update, once the game has begun. */
export const update = (): Update | null => (state.frame?.type === "update" ? state.frame : null);
export const seats = (): Seat[] => state.frame?.seats ?? [];
export const seated = (): boolean => (state.frame?.seat ?? -1) >= 0;
export const over = (): boolean => update()?.status === "over";
export const nameOf = (seat: number): string => seats()[seat]?.name || "?";
export const paint = (seat: number): string => `p-${seats()[seat]?.colour ?? "blue"}`;
export const letter = (seat: number): string => seats()[seat]?.letter ?? "?";
export const total = (seat: number): number | null => update()?.view.seats[seat]?.total ?? null;
