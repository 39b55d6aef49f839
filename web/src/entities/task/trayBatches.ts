// Batches of an organization's tray, until dismissed. Stored for the tab, across reloads.
import { createStore, onReset, type Store } from "@/lib/store";

const STORAGE_KEY = "bole.tray.";
/** Older dismissed ones have left the lists that the tray follows. */
const DISMISSED_KEPT = 100;

interface Tray {
  ids: readonly string[];
  dismissed: ReadonlySet<string>;
}

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
  private readonly store: Store<Tray>;
  readonly subscribe: Store<unknown>["subscribe"];

  constructor(organizationId: string) {
    this.key = STORAGE_KEY + organizationId;
    const { ids, dismissed } = read(this.key);
    this.store = createStore<Tray>({ ids, dismissed: new Set(dismissed) });
    this.subscribe = this.store.subscribe;
  }

  readonly all = (): readonly string[] => this.store.get().ids;

  /** Adds a batch unless it was dismissed. */
  follow(id: string): void {
    const { ids, dismissed } = this.store.get();
    if (!ids.includes(id) && !dismissed.has(id)) this.set([id, ...ids], dismissed);
  }

  readonly allDismissed = (): ReadonlySet<string> => this.store.get().dismissed;

  /** Dismisses batches or other tasks. */
  dismiss(...dismissed: readonly string[]): void {
    this.set(
      this.all().filter((id) => !dismissed.includes(id)),
      new Set([...this.allDismissed(), ...dismissed]),
    );
  }

  /** Shows a retried batch again even if it was dismissed. */
  showAgain(id: string): void {
    this.set(this.all(), new Set([...this.allDismissed()].filter((other) => other !== id)));
    this.follow(id);
  }

  clear(): void {
    this.set([], new Set());
  }

  private set(ids: readonly string[], dismissed: ReadonlySet<string>): void {
    const stored: Stored = { ids, dismissed: [...dismissed].slice(-DISMISSED_KEPT) };
    sessionStorage.setItem(this.key, JSON.stringify(stored));
    this.store.set({ ids, dismissed });
  }
}

const trays = new Map<string, TrayBatches>();
onReset(() => trays.clear());

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
