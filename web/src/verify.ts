// Checks that the shuffle matches the server's commitment. See rooftop.game.seed.

export interface GameFile {
  title: string;
  options: Record<string, unknown>;
  seed?: string | null;
  nonces?: string[];
}

/** JSON with sorted keys and no spaces, as the commitment hashes it. */
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

/** Whether the browser can hash; over plain HTTP it cannot. */
export const canVerify = (): boolean => Boolean(globalThis.crypto?.subtle);

/** Whether the seed, title and options of a game file hash to the commitment. */
export async function matchesCommitment(file: GameFile, commitment: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(file.seed ?? "")) return false;
  const seed = Uint8Array.from(file.seed?.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const settings = new TextEncoder().encode(canonical({ options: file.options, title: file.title }));
  const bytes = new Uint8Array(seed.length + settings.length);
  bytes.set(seed);
  bytes.set(settings, seed.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
