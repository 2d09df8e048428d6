// Was the shuffle the one that was promised? See rooftop.game.seed.

export interface GameFile {
  title: string;
  options: Record<string, unknown>;
  seed?: string | null;
  nonces?: string[];
}

/** JSON as the promise was made of: keys in order, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const pairs = Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`);
    return `{${pairs.join(",")}}`;
  }
  return JSON.stringify(value);
}

export const possible = (): boolean => Boolean(globalThis.crypto?.subtle);

/** Whether the seed of a game file, with its title and options, has the promised fingerprint. */
export async function isPromised(file: GameFile, promised: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(file.seed ?? "")) return false;
  const seed = Uint8Array.from(file.seed?.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const agreed = new TextEncoder().encode(canonical({ options: file.options, title: file.title }));
  const bytes = new Uint8Array(seed.length + agreed.length);
  bytes.set(seed);
  bytes.set(agreed, seed.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === promised;
}
