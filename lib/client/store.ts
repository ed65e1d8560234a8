/** One value of the page, outside React. */
export type Store<T> = {
  subscribe: (listener: () => void) => () => void;
  current: () => T;
  /** What is rendered on the server, and until the page is hydrated. */
  onServer: () => T;
};

/** `set` tells whoever listens. A module keeps it to itself, and exports a `Store`. */
export function createStore<T>(initial: T): Store<T> & { set: (next: T) => void } {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => value,
    onServer: () => initial,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
