import type { KeyRing } from "../crypto/sealing/keyring";
import type { DataMigration, Steps } from "../db/steps";
import { hadMacs, signAfterMigration, signFormerRows } from "./former-rows";
import { describeAfterMigration, describeFormerTokens, hadKinds } from "./former-tokens";

/** What an upgrade does to the rows of an older release beyond SQL. */
export const afterMigration =
  (ring: KeyRing | null): DataMigration =>
  (applied) =>
    inOrder([signAfterMigration(ring)(applied), describeAfterMigration(ring)(applied)]);

/** The same for the rows of a backup that a release with these migrations made. */
export const afterRestore = (ring: KeyRing, migrations: readonly string[]): Steps | undefined =>
  inOrder([
    hadMacs(migrations) ? undefined : signFormerRows(ring),
    hadKinds(migrations) ? undefined : describeFormerTokens(ring),
  ]);

function inOrder(all: readonly (Steps | undefined)[]): Steps | undefined {
  const due = all.filter((steps) => steps !== undefined);
  return due.length === 0
    ? undefined
    : (function* () {
        for (const steps of due) yield* steps;
      })();
}
