// Batches of the tray, until dismissed. Stored for the tab, across reloads.

const STORAGE_KEY = "bole.tray";
const DISMISSED_KEY = "bole.tray.away";

function read(key: string): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export class TrayBatches {
  private ids: readonly string[] = read(STORAGE_KEY);
  private dismissed: ReadonlySet<string> = new Set(read(DISMISSED_KEY));
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly string[] => this.ids;

  /** Adds a batch unless it was dismissed. */
  follow(id: string): void {
    if (this.ids.includes(id) || this.dismissed.has(id)) return;
    this.set([id, ...this.ids]);
  }

  readonly allDismissed = (): ReadonlySet<string> => this.dismissed;

  /** Dismisses a batch or another task. */
  dismiss(id: string): void {
    this.dismissed = new Set([...this.dismissed, id]);
    sessionStorage.setItem(DISMISSED_KEY, JSON.stringify([...this.dismissed].slice(-100)));
    this.set(this.ids.filter((other) => other !== id));
  }

  /** Shows a retried batch again even if it was dismissed. */
  showAgain(id: string): void {
    this.dismissed = new Set([...this.dismissed].filter((other) => other !== id));
    this.follow(id);
  }

  /** Clears the tray when the user changes. */
  clear(): void {
    this.dismissed = new Set();
    sessionStorage.removeItem(DISMISSED_KEY);
    this.set([]);
  }

  private set(ids: readonly string[]): void {
    this.ids = ids;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
    for (const listener of this.listeners) listener();
  }
}

export const trayBatches = new TrayBatches();
