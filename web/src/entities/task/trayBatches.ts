// Which batches the tray shows: every one seen at work, until the person puts it away. Kept for the tab, across reloads.

const STORAGE_KEY = "bole.tray";
const AWAY_KEY = "bole.tray.away";

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
  private away: ReadonlySet<string> = new Set(read(AWAY_KEY));
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly string[] => this.ids;

  /** Shows a batch, unless it was put away before. */
  follow(id: string): void {
    if (this.ids.includes(id) || this.away.has(id)) return;
    this.set([id, ...this.ids]);
  }

  readonly allAway = (): ReadonlySet<string> => this.away;

  /** Puts a batch, or another task, away. */
  dismiss(id: string): void {
    this.away = new Set([...this.away, id]);
    sessionStorage.setItem(AWAY_KEY, JSON.stringify([...this.away].slice(-100)));
    this.set(this.ids.filter((other) => other !== id));
  }

  /** A retried batch is at work again: shows it even if it was put away. */
  revive(id: string): void {
    this.away = new Set([...this.away].filter((other) => other !== id));
    this.follow(id);
  }

  /** Forgets them all: somebody else may work in this tab from here on. */
  clear(): void {
    this.away = new Set();
    sessionStorage.removeItem(AWAY_KEY);
    this.set([]);
  }

  private set(ids: readonly string[]): void {
    this.ids = ids;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
    for (const listener of this.listeners) listener();
  }
}

export const trayBatches = new TrayBatches();
