import { loggableError, log } from "../../log";
import { storedInstant } from "../../db/instants";
import * as queries from "../../db/queries/access/access-keys";
import { bound } from "../../db/queries/query";
import { runtime } from "../../runtime";

const flushAfterMs = 1_000;
const pending = new Map<string, Date>();
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> = Promise.resolve();

/** Notes that a key was used. The time is written in the background, at most once a second for each key. */
export function noteKeyUse(keyId: string, at = new Date()): void {
  pending.set(keyId, at);
  timer ??= setTimeout(() => void flushKeyUses(), flushAfterMs).unref();
}

/**
 * Writes the noted uses. A timer calls it, and so does the server when it stops, so that an orderly stop loses nothing.
 */
export function flushKeyUses(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // The same order everywhere: replicas that write the same keys at once could otherwise deadlock.
  const uses = [...pending].sort(([left], [right]) => (left < right ? -1 : 1));
  pending.clear();
  if (uses.length > 0) flushing = flushing.then(() => write(uses));
  return flushing;
}

type Uses = readonly (readonly [keyId: string, at: Date])[];

/** A key that was revoked in the meantime causes no error: the update simply finds no row. */
async function write(uses: Uses): Promise<void> {
  try {
    const { writes, databaseKind } = runtime();
    if (databaseKind === "postgresql") await writeFree(uses);
    else
      await Promise.all(uses.map(([id, at]) => writes.run(bound(queries.noteKeyUse, { id, at: storedInstant(at) }))));
  } catch (error) {
    log.error({ event: "last-used-not-written", keys: uses.length, error: loggableError(error) });
  }
}

/** All in one statement; keys that are locked right now are retried later, so a connection never waits. */
async function writeFree(uses: Uses): Promise<void> {
  const { reads, writes } = runtime();
  const rows = JSON.stringify(uses.map(([id, at]) => ({ id, at: storedInstant(at) })));
  await writes.run(bound(queries.noteFreeKeyUses, { rows }));
  const left = new Set((await reads.all(queries.listUnnotedKeyUses, { rows })).map(({ id }) => id));
  for (const [id, at] of uses) if (left.has(id) && !pending.has(id)) noteKeyUse(id, at);
}
