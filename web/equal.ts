// The tests run this in Node and in a browser, to compare it with the same code on the server.

import { Mind } from "./src/thinker/mind";
import { Library, Program, decoded } from "./src/thinker/program";
import type { Answer, Kit, Question, Room } from "./src/wire";

interface Calls {
  rooms: Record<string, Room>;
  entries: Record<string, string[]>;
  before: Record<string, string>; // the contents of the arrays, in base64
  calls: [entry: string, numbers: Record<string, number>][];
}

/** Call functions one after the other. Return their results and the final contents of the arrays. */
export async function call(wasm: string, { rooms, entries, before, calls }: Calls): Promise<[number[], Record<string, string>]> {
  const program = new Program(await Library.of(decoded(wasm)), rooms, entries);
  for (const name in before) program.bytes(name).set(decoded(before[name] as string));
  const answers = calls.map(([entry, numbers]) => program.call(entry, numbers));
  return [answers, Object.fromEntries(Object.keys(before).map((name) => [name, encoded(program.bytes(name))]))];
}

/** Answer questions in order. */
export async function think(wasm: string, { kit, network, questions }: { kit: Kit; network: string | null; questions: Question[] }): Promise<Answer["judged"][]> {
  const mind = new Mind(await Library.of(decoded(wasm)), kit, network === null ? undefined : decoded(network).buffer);
  return questions.map((question) => mind.think(question));
}

function encoded(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
