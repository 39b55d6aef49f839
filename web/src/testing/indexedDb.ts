// IndexedDB, which jsdom lacks; without it the app persists no lists.
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

/** An empty IndexedDB until the end of the test. */
export function stubIndexedDb(): void {
  vi.stubGlobal("indexedDB", new IDBFactory());
}
