// Data that this browser keeps between visits (localStorage).

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(`rooftop-${key}`, value);
  } catch {
    // Storage is disabled or full; the game works without it.
  }
}

export function load(key: string): string | null {
  try {
    return localStorage.getItem(`rooftop-${key}`);
  } catch {
    return null;
  }
}

/** Forget everything. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("rooftop-")) localStorage.removeItem(key);
  } catch {
    // There is nothing to forget.
  }
}

export const saveFlag = (key: string, on: boolean): void => save(key, on ? "yes" : "no");
/** Whether a flag is on; `otherwise` if it was never stored. */
export const loadFlag = (key: string, otherwise = false): boolean => (load(key) ?? (otherwise ? "yes" : "no")) === "yes";

/** A stored JSON value, or null. */
export function loadJson<T>(key: string): T | null {
  try {
    return JSON.parse(load(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}
