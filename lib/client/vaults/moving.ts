import { createStore, type Store } from "../store";

/** What is to be moved to another place: one thing by the name that people know it by, or several by their number. */
export type Movable = {
  /** Of a project, `ids` are its entries. */ kind: "entry" | "env-project" | "two-factor-token" | "project";
  ids: readonly string[];
  /** The env projects of a project: they move in the same step. */ envProjectIds?: string[];
  name: string;
};

type Move = { thing: Movable; onMoved: (() => void) | undefined };

const wanted = createStore<Move | undefined>(undefined);

/** What somebody wants to move now. */
export const movingStore: Store<Move | undefined> = wanted;

/** Opens the dialog that asks where to. `onMoved`: for what shows the thing itself, and ends then. */
export const askToMove = (thing: Movable, onMoved?: () => void): void => wanted.set({ thing, onMoved });

export const stopMoving = (): void => wanted.set(undefined);
