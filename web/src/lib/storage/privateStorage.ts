// What a person typed, kept in this browser until the server has it. Gone when they sign out.

const PREFIX = "bole.private.";

/** Null where nothing is kept, or what is kept cannot be read. */
export function readPrivate(key: string): unknown {
  const text = localStorage.getItem(PREFIX + key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Whether it was kept: a full or forbidden storage keeps nothing. */
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

/** Forgets everything that was kept, at sign-out. */
export function forgetPrivate(): void {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
  for (const key of keys) if (key?.startsWith(PREFIX)) localStorage.removeItem(key);
}
