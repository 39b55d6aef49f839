// Batches of an organization's tray, until dismissed. Stored for the tab, across reloads.

const STORAGE_KEY = "bole.tray.";
/** Older dismissed ones have left the lists that the tray follows. */
const DISMISSED_KEPT = 100;

interface Stored {
  ids: readonly string[];
  dismissed: readonly string[];
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];

function read(key: string): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<keyof Stored, unknown>> | null;
    return { ids: idsOf(stored?.ids), dismissed: idsOf(stored?.dismissed) };
  } catch {
    return { ids: [], dismissed: [] };
  }
}

export class TrayBatches {
  private readonly key: string;
  private ids: readonly string[];
  private dismissed: ReadonlySet<string>;
  private readonly listeners = new Set<() => void>();

  constructor(organizationId: string) {
    this.key = STORAGE_KEY + organizationId;
    const { ids, dismissed } = read(this.key);
    this.ids = ids;
    this.dismissed = new Set(dismissed);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly string[] => this.ids;

  /** Adds a batch unless it was dismissed. */
  follow(id: string): void {
    if (this.ids.includes(id) || this.dismissed.has(id)) return;
    this.set([id, ...this.ids], this.dismissed);
  }

  readonly allDismissed = (): ReadonlySet<string> => this.dismissed;

  /** Dismisses a batch or another task. */
  dismiss(id: string): void {
    this.set(
      this.ids.filter((other) => other !== id),
      new Set([...this.dismissed, id]),
    );
  }

  /** Shows a retried batch again even if it was dismissed. */
  showAgain(id: string): void {
    this.dismissed = new Set([...this.dismissed].filter((other) => other !== id));
    this.follow(id);
  }

  clear(): void {
    this.set([], new Set());
  }

  private set(ids: readonly string[], dismissed: ReadonlySet<string>): void {
    this.ids = ids;
    this.dismissed = dismissed;
    const stored: Stored = { ids, dismissed: [...dismissed].slice(-DISMISSED_KEPT) };
    sessionStorage.setItem(this.key, JSON.stringify(stored));
    for (const listener of this.listeners) listener();
  }
}

const trays = new Map<string, TrayBatches>();

/** The tray of an organization: in the others, its batches do not exist. */
export function trayOf(organizationId: string): TrayBatches {
  const tray = trays.get(organizationId) ?? new TrayBatches(organizationId);
  trays.set(organizationId, tray);
  return tray;
}

/** Clears all trays when the user changes. */
export function clearTrays(): void {
  for (const tray of trays.values()) tray.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(STORAGE_KEY)) sessionStorage.removeItem(key);
}
