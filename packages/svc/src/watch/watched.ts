import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes, CliError } from "../cli-error";
import { diffNames } from "../variables/names-diff";
import type { Source } from "../variables/project-variables";
import { note } from "../terminal/terminal";
import type { VaultClient } from "../vault/vault";
import { Changes } from "./changes";
import type { Watching } from "./options";
import { Supervised } from "./supervised";
import { waitMs } from "./wait";

type Values = ReadonlyMap<string, string>;

type Watched = Watching & {
  vault: VaultClient;
  source: Source;
  load(): Promise<Values>;
  environment(values: Values): { env: NodeJS.ProcessEnv; masked: string[] | null };
};

/**
 * Runs a command and restarts it, or sends it a signal, when its values change. While the vault can't be reached, or
 * refuses, the command keeps its current values. Resolves with the command's exit code.
 */
export async function runWatched(command: readonly string[], watched: Watched): Promise<number> {
  const { vault, source, load, environment } = watched;
  const changes = new Changes(vault, source);
  // Before the values: what changes in between is noticed at the next look. If the vault can't be reached, a copy may do.
  await changes.look().catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
  });
  const values = await load();
  const { env, masked } = environment(values);
  const child = new Supervised(command);
  await child.start(env, masked);
  const over = new AbortController();
  void child.ended.then(
    () => over.abort(),
    () => over.abort(),
  );
  const watching = follow(child, values, { ...watched, changes }, over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  // A fault of svc itself must not go unseen, but the command ends first in any other case.
  return Promise.race([child.ended, watching.then(() => child.ended)]);
}

async function follow(
  child: Supervised,
  first: Values,
  { changes, load, environment, signal, intervalMs }: Watched & { changes: Changes },
  over: AbortSignal,
): Promise<void> {
  let values = first;
  let failures = 0;
  for (;;) {
    await sleep(waitMs(intervalMs, failures), undefined, { signal: over });
    try {
      if (!(await changes.look())) {
        failures = heard(failures);
        continue;
      }
      const now = await load();
      failures = heard(failures);
      const { added, changed, removed } = diffNames(values, now);
      const names = [...added, ...changed, ...removed];
      values = now;
      if (names.length === 0 || over.aborted) continue;
      note(`${names.join(", ")} changed: ${signal ? `sending ${signal}` : "restarting the command"}.`);
      const { env, masked } = environment(now);
      if (signal) child.signal(signal);
      else await child.replace(env, masked);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      changes.forget();
      if (failures === 0 && !over.aborted) note(`${error.message} The command keeps its current values.`);
      failures += 1;
    }
  }
}

/** After a failure, says that it is over. Returns the new number of failures. */
function heard(failures: number): number {
  if (failures > 0) note("The vault is answering again.");
  return 0;
}

const isUnreachable = (error: unknown) => error instanceof CliError && error.exitCode === exitCodes.network;
