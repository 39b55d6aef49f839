// Local storage for the user's unsaved input; cleared at sign-out.

const PREFIX = "bole.private.";

/** Null if absent or unreadable. */
export function readPrivate(key: string): unknown {
  const text = localStorage.getItem(PREFIX + key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** False if the storage is full or forbidden. */
export function writePrivate(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removePrivate(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Clears all private entries at sign-out. */
export function clearPrivate(): void {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
  for (const key of keys) if (key?.startsWith(PREFIX)) localStorage.removeItem(key);
}
