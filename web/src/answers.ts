// Answers of the HTTP API that are not structs on the server yet.

import type { PastPly } from "./wire";

export interface TableLine {
  id: string;
  title: string;
  players: number;
  status: string;
  changed: number;
}

export interface OwnTableLine extends TableLine {
  my_turn: boolean;
  rank: number | null;
}

export interface TableList {
  mine: OwnTableLine[];
  public: TableLine[];
}

export interface CreatedTable {
  table: string;
  commitment: string;
  invitations: Record<string, string>;
}

export interface JoinedTable {
  table: string;
}

export interface History {
  plies: PastPly[];
}

export interface Reasons {
  reasons: string[];
}
