import { useSyncExternalStore } from "react";
import type { Store } from "../store";

/** A store's value, rendered again whenever it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.current, store.onServer);
