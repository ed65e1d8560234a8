import { inject } from "vitest";
import { changeStore } from "./store";

/** `changeStore` on the vault that all API test files share. */
export const changeSharedStore = (sql: string, values: readonly unknown[] = []): number => changeStore({ dataDir: inject("dataDir") }, sql, values);
