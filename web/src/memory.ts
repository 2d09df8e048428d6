// What this browser remembers between visits.

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`rooftop-${key}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`rooftop-${key}`);
  } catch {
    return null;
  }
}

export const keptYes = (key: string): boolean => kept(key) === "yes";
export const keepYes = (key: string, yes: boolean): void => keep(key, yes ? "yes" : "no");

/** An object that was kept, or an empty one. */
export function keptRecord<T>(key: string): Record<string, T> {
  try {
    const found: unknown = JSON.parse(kept(key) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, T>) : {};
  } catch {
    return {};
  }
}
