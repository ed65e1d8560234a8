import { expect } from "vitest";
import type { RunningVault } from "./vaults/server";

/** Waits for the log line that says that this row is not as the vault wrote it. */
export const toldOf = (vault: RunningVault, table: string, id: string): Promise<void> =>
  expect
    .poll(
      () =>
        vault
          .output()
          .split("\n")
          .some(
            (line) =>
              line.includes('"event":"row-not-genuine"') && line.includes(`"table":"${table}"`) && line.includes(id),
          ),
      { timeout: 5_000 },
    )
    .toBe(true);
