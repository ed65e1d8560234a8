import { type ActivityRecord, listActivity } from "@/lib/contracts/access/activity";
import { call } from "@/lib/client/http/call";
import type { CallInput, CallOutput, ContractSpec } from "@/lib/contracts/contract";
import type { Action } from "@/lib/contracts/access/actions";
import { vi } from "vitest";
import type { Actor } from "./actors";
import { readStore } from "../vaults/store";

/** An answer with the id that it names its request by. */
export async function asked<const C extends ContractSpec>(
  who: Actor,
  contract: C,
  ...input: object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
): Promise<{ output: CallOutput<C>; requestId: string | null }> {
  let requestId: string | null = null;
  const output = await call(contract, (input[0] ?? {}) as CallInput<C>, {
    fetch: (path, init) => who.fetch(String(path), init),
    onAnswer: ({ headers }) => (requestId = headers.get("X-Request-Id")),
  });
  return { output, requestId };
}

/** What was done in the caller's vault, the newest first. */
export const toldTo = (who: Actor, action?: Action): Promise<ActivityRecord[]> =>
  who.call(listActivity, { query: { limit: "200", ...(action && { action }) } });

/** The records of a request, which may be written behind its answer. */
export const toldOf = (who: Actor, requestId: string | null): Promise<ActivityRecord[]> =>
  vi.waitFor(
    async () => {
      const records = (await toldTo(who)).filter((record) => record.requestId === requestId);
      if (requestId === null || records.length === 0) throw new Error("nothing is recorded yet");
      return records;
    },
    { timeout: 20_000 },
  );

/** The whole activity of a vault, as it leaves. */
export const wholeActivity = async (who: Actor): Promise<string> =>
  (await who.fetch("/api/activity", { headers: { Accept: "application/x-ndjson" } })).text();

/** What a record tells without its own id, number and time; a reason if it has one. */
export const facts = ({ id: _id, number: _number, at: _at, reason, dueAt, change, ...rest }: ActivityRecord) => ({
  ...rest,
  ...(reason !== null && { reason }),
  ...(dueAt !== null && { dueAt }),
  ...(change !== null && { change }),
});

/** What an operator's command has left in a data folder, and in every vault there: each owner once for each time. */
export function toldByOperator(dataDir: string, command: string): { told: string[]; owners: string[] } {
  const owners = readStore<{ id: string }>({ dataDir }, 'SELECT "id" FROM "Owner" ORDER BY "id"');
  const records = readStore<{ userId: string }>(
    { dataDir },
    `SELECT "userId" FROM "Activity" WHERE "action" = 'operator.command' AND "actorKind" = 'operator' AND "objectName" = ? ORDER BY "userId"`,
    [command],
  );
  return { told: records.map(({ userId }) => userId), owners: owners.map(({ id }) => id) };
}

/** The part that all records of a person's session in the tests have. */
export const bySession = (person: { id: string }, name: string) => ({
  actor: { kind: "session", userId: person.id, name, keyId: null, keyPrefix: null },
  address: "127.0.0.1",
  userAgent: "node",
  count: null,
  outcome: "done",
});
