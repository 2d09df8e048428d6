// A title's compiled programs in WebAssembly: memory for arrays, and functions that take them.
//
// A function takes a block of 8-byte words, one for each parameter: a number, or a pointer to an array descriptor. The
// descriptor is laid out like NumPy's array object, which the same code gets in Python.

import type { Room } from "../wire";

const WORD = 8;
const PAGE = 65536;
const [DATA, SHAPE, STRIDES, HEAD] = [2, 4, 5, 6]; // words of a descriptor, before shape and strides
const FAILED = -(2n ** 63n);

type Function = (block: number) => bigint;

/** The compiled programs of a title. */
export class Library {
  private readonly exports: WebAssembly.Exports;
  private readonly memory: WebAssembly.Memory;
  private end: number;

  private constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports;
    this.memory = this.exports["memory"] as WebAssembly.Memory;
    this.end = Number((this.exports["__heap_base"] as WebAssembly.Global).value);
  }

  static async of(code: BufferSource): Promise<Library> {
    return new Library((await WebAssembly.instantiate(code)).instance);
  }

  function(name: string): Function {
    return this.exports[`rooftop_${name}_bound`] as Function;
  }

  /** Allocate memory, filled with zeros. */
  take(size: number): number {
    const at = Math.ceil(this.end / 16) * 16;
    this.end = at + size;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  words(at: number): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, at);
  }
}

/** Arrays in the memory of a library, and functions that receive them by parameter name. */
export class Program {
  private readonly places: Record<string, [head: number, data: number, size: number]> = {};
  private readonly blocks: Record<string, number> = {};

  constructor(
    private readonly library: Library,
    rooms: Record<string, Room>,
    private readonly entries: Record<string, string[]>,
  ) {
    for (const name in rooms) this.add(name, rooms[name] as Room);
    for (const name in entries) this.blocks[name] = library.take(WORD * (entries[name] as string[]).length);
  }

  private add(name: string, { item, shape }: Room): void {
    const size = shape.reduce((product, count) => product * count, item);
    const [data, head] = [this.library.take(size), this.library.take(WORD * (HEAD + 2 * shape.length))];
    const words = this.library.words(head);
    words[DATA] = BigInt(data);
    words[SHAPE] = BigInt(head + WORD * HEAD);
    words[STRIDES] = BigInt(head + WORD * (HEAD + shape.length));
    let stride = size;
    shape.forEach((count, at) => {
      stride /= count || 1;
      words[HEAD + at] = BigInt(count);
      words[HEAD + shape.length + at] = BigInt(stride);
    });
    this.places[name] = [head, data, size];
  }

  /** The contents of an array. An allocation invalidates them. */
  bytes(name: string): Uint8Array {
    const [, data, size] = this.places[name] as [number, number, number];
    return this.library.bytes(data, size);
  }

  /** Call a function with these numbers, and with the arrays named by its other parameters. */
  call(name: string, numbers: Record<string, number> = {}): number {
    const block = this.blocks[name] as number;
    const words = this.library.words(block);
    (this.entries[name] as string[]).forEach((parameter, at) => {
      words[at] = BigInt(numbers[parameter] ?? this.places[parameter]?.[0] ?? 0);
    });
    const answer = this.library.function(name)(block);
    if (answer === FAILED) throw new Error(`${name} failed`);
    return Number(answer);
  }
}

export function decoded(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
