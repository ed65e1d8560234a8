/** What is to be moved to another place: one thing by the name that people know it by, or several by their number. */
export type Movable = {
  /** Of a project, `ids` are its entries. */ kind: "entry" | "env-project" | "two-factor-token" | "project";
  ids: readonly string[];
  /** The env projects of a project: they move in the same step. */ envProjectIds?: string[];
  name: string;
};

const listeners = new Set<() => void>();
let wanted: { thing: Movable; onMoved: (() => void) | undefined } | undefined;

function publish(next: typeof wanted) {
  wanted = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog that asks where to. `onMoved`: for what shows the thing itself, and ends then. */
export const askToMove = (thing: Movable, onMoved?: () => void): void => publish({ thing, onMoved });

export const stopMoving = (): void => publish(undefined);

export const movingStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => wanted,
  onServer: () => undefined,
};
