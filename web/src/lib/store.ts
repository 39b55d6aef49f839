// State outside of components, which `useSyncExternalStore` reads.

export interface Store<T> {
  get: () => T;
  /** Notifies the subscribers. */
  set: (value: T) => void;
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const resets = new Set<() => void>();

/** A store of the whole app, which `resetAppState` sets to its initial value. */
export function createAppStore<T>(initial: () => T): Store<T> {
  const store = createStore(initial());
  onReset(() => store.set(initial()));
  return store;
}

/** Registers how other state of the whole app returns to its initial value. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Puts the state of the whole app back to what it is when the page loads, because all tests share the modules. */
export function resetAppState(): void {
  for (const reset of resets) reset();
}
