// The search for one game. The compiled functions decide; this file has the loops around them. The server has the same
// ones in bots/search/bot.py and advice.py.

import type { Answer, Kit, Question } from "../wire";
import { type Library, Program, decoded } from "./program";

const NONE = -1;

export class Mind {
  private readonly program: Program;

  constructor(
    library: Library,
    private readonly kit: Kit,
    network?: ArrayBuffer,
  ) {
    const net = network && kit.network;
    this.program = new Program(library, { ...kit.rooms, ...(net ? net.rooms : {}) }, kit.entries);
    this.fill("T", decoded(kit.tables));
    if (!net) return;
    let at = 0;
    for (const name of net.stored) {
      const size = this.program.bytes(name).length;
      this.fill(name, new Uint8Array(network, at, size));
      at += size;
    }
  }

  private fill(name: string, content: Uint8Array): void {
    this.program.bytes(name).set(content);
  }

  think(question: Question): Answer["judged"] {
    const { program, kit } = this;
    const { seat, also } = question;
    if (question.network && !kit.network) throw new Error("there is no network");
    this.fill("P", decoded(question.network && kit.network ? kit.network.settings : kit.settings));
    this.fill("S", decoded(question.rows));
    this.fill("C", decoded(question.stream));
    program.bytes("H").fill(0); // an empty tree
    const simulate = question.network ? "simulate_with" : "simulate";
    const sure = program.call("winning", { i: 0, deals: kit.deals });
    if (!also && sure !== NONE) return [[sure, 1, 1]];
    program.call("plant");
    let count: number;
    if (also) {
      for (let left = question.broad; left > 0; left -= kit.chunk_of_advice)
        program.call(simulate, { count: Math.min(left, kit.chunk_of_advice) });
      this.numbers("also", Int16Array).set(also);
      count = program.call("candidates", { seat, sure, best: kit.best, count: also.length });
      for (;;) {
        const action = program.call("least_known", { count, wanted: question.simulations });
        if (action === NONE) break;
        const kept = program.call("narrow", { seat, action });
        program.call(simulate, { count: kit.chunk_of_advice });
        program.call("widen", { seat, count: kept });
      }
    } else {
      this.fill("C", decoded(question.stream)); // the search for a win has used it
      for (let left = question.simulations; left > 0; ) {
        const chunk = Math.min(left, kit.chunk);
        program.call(simulate, { count: chunk });
        left -= chunk;
        program.call("tally");
        if (program.call("settled", { left })) break;
      }
      count = program.call("visited", { part: kit.part });
    }
    program.call("judged", { seat, count, sure });
    const [actions, visits, chances] = [this.numbers("named", Int16Array), this.numbers("visits", Int32Array), this.numbers("chances", Float64Array)];
    return Array.from(actions.subarray(0, count), (action, k) => [action, visits[k] as number, chances[k] as number]);
  }

  private numbers<Kind>(name: string, kind: new (buffer: ArrayBufferLike, at: number, count: number) => Kind): Kind {
    const bytes = this.program.bytes(name);
    const item = (this.kit.rooms[name] as { item: number }).item;
    return new kind(bytes.buffer, bytes.byteOffset, bytes.length / item);
  }
}
