import { inject } from "vitest";
import { changeSigned } from "../sign-in/signing";
import { changeStore, readStore } from "./store";

/** `changeStore` on the vault that all API test files share. */
export const changeSharedStore = (sql: string, values: readonly unknown[] = []): number =>
  changeStore({ dataDir: inject("dataDir") }, sql, values);

/** `changeSigned` on it. */
export const changeSharedSigned = (sql: string, values: readonly unknown[] = []): number =>
  changeSigned({ dataDir: inject("dataDir") }, sql, values);

/** `readStore` on it. */
export const readSharedStore = (sql: string, values: readonly unknown[] = []): Record<string, unknown>[] =>
  readStore({ dataDir: inject("dataDir") }, sql, values);
