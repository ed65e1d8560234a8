import path from "node:path";
import { processSettings } from "../env";
import { prepare } from "../runtime/prepare";
import { makeFilesPrivate } from "../runtime/private-files";

/** Prepares the data without serving: for `next dev`, which serves the handlers itself. */
export async function prepareData(folder: string): Promise<void> {
  makeFilesPrivate();
  const { lock } = await prepare(processSettings(), path.join(folder, "prisma/migrations"));
  lock.release();
}
