import path from "node:path";
import { envelopeOf } from "../../crypto/sealing/key-check";
import { listKeyChecks } from "../../db/queries/maintenance/key-checks";
import { processSettings } from "../../env";
import { runtime } from "../../runtime";
import { prepare } from "../../runtime/prepare";
import { makeFilesPrivate } from "../../runtime/private-files";

/** Prepares the data without serving: for `next dev`, which serves the handlers itself. */
export async function prepareData(folder: string): Promise<void> {
  makeFilesPrivate();
  const { lock } = await prepare(processSettings(), path.join(folder, "prisma/migrations"));
  lock.release();
}

/** Seals from now on in the form of the database's values: in the process of `next dev`, once the data is prepared. */
export async function sealAsStored(): Promise<void> {
  const { reads, vault } = runtime();
  vault.sealIn(envelopeOf(await reads.all(listKeyChecks, {})));
}
