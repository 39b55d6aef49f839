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

/** Whether an entry says that it was not sent to the server. */
export function hasUnsentPrivate(): boolean {
  return privateKeys().some((key) => {
    const value = readPrivate(key.slice(PREFIX.length));
    return typeof value === "object" && value !== null && "isUnsent" in value && value.isUnsent === true;
  });
}

export function removePrivate(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Clears all private entries at sign-out. */
export function clearPrivate(): void {
  for (const key of privateKeys()) localStorage.removeItem(key);
}

function privateKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return keys.filter((key) => key.startsWith(PREFIX));
}
