import type { Action } from "../../contracts/access/actions";
import type { Actor, ObjectKind } from "../../contracts/access/activity";
import { appendIn } from "../../db/activity/activity-log";
import type { NewRecord } from "../../db/activity/chain";
import type { Tx } from "../../db/client";
import { newRowId } from "../../db/row-id";
import type { Write } from "../../db/sql";
import { UnrecordedError } from "../../errors";
import { storable } from "../../plain-text";
import { isUnavailable, RefusedRecordError, runtime } from "../../runtime";
import { type Caller, ownerOf, type RequestFacts } from "../caller";
import { mailOfRecord } from "../mail/mail-outbox";

/**
 * What something was done to. `project` and `environment` say where it lies, for whoever reaches a part of the vault
 * only; `valueId` identifies the value that was seen.
 */
export type Subject = {
  kind: ObjectKind;
  id: string | null;
  name: string | null;
  project?: string | null;
  environment?: string | null;
  valueId?: string | null;
};

type Done = {
  /** Whose vault it belongs to: a person's or a team's. */
  owner: string;
  action: Action;
  actor: Actor;
  request?: RequestFacts | null | undefined;
  subject?: Subject | null;
  count?: number;
  outcome?: "done" | "refused";
  /** Why it was refused: a code. Or what else its action tells, in this column. */
  reason?: string;
};

/** A record of the activity. It holds names and never a value. If somebody is told of it by mail, it has that mail. */
export const newRecord = (done: Done): NewRecord => {
  const record = recordWith(newRowId(), done);
  const mail = mailOfRecord(record);
  return mail ? { ...record, mail } : record;
};

/** The MAC covers the text that will be read: one that the database stored as another would break the chain for good. */
const text = (given: string | null | undefined): string | null => (typeof given === "string" ? storable(given) : null);

const recordWith = (
  id: string,
  { owner, action, actor, request, subject, count, outcome = "done", reason }: Done,
): NewRecord => ({
  id,
  userId: owner,
  number: 0,
  at: "",
  action,
  actorKind: actor.kind,
  actorUserId: actor.userId,
  actorName: text(actor.name),
  actorKeyId: actor.keyId,
  actorKeyPrefix: actor.keyPrefix,
  address: text(request?.address),
  userAgent: text(request?.userAgent),
  objectKind: subject?.kind ?? null,
  objectId: subject?.id ?? null,
  objectName: text(subject?.name),
  project: text(subject?.project),
  environment: subject?.environment ?? null,
  valueId: subject?.valueId ?? null,
  count: count ?? null,
  outcome,
  requestId: request?.id ?? null,
  reason: text(reason),
  mac: "",
});

/** Who acts without an access key. */
export const keyless = (kind: Exclude<Actor["kind"], "key">, userId: string | null, name: string | null): Actor => ({
  kind,
  userId,
  name,
  keyId: null,
  keyPrefix: null,
});

/** The operator, by a command at the server. */
const operator = keyless("operator", null, null);

/** Who a caller is, as activity records and versions name them. */
export const actorOf = (caller: Caller): Actor =>
  caller.kind === "session" && caller.isOperator
    ? operator
    : {
        kind: caller.kind,
        userId: caller.userId,
        name: caller.name ?? null,
        keyId: caller.kind === "key" ? caller.keyId : null,
        keyPrefix: caller.kind === "key" ? caller.keyPrefix : null,
      };

/** What a caller does in the vault where they act, or in `owner`'s. */
export const recordOf = (
  caller: Caller,
  action: Action,
  subject: Subject | null,
  { owner = ownerOf(caller), ...more }: { owner?: string; count?: number; outcome?: "refused"; reason?: string } = {},
): NewRecord => newRecord({ owner, action, actor: actorOf(caller), request: caller.request, subject, ...more });

/** A person who has not signed in, or not yet. */
export const personAs = (userId: string, name: string | null): Actor => keyless("session", userId, name);

/** The vault, when it does something by itself. */
export const vaultItself = keyless("system", null, null);

/** What the operator does in a vault. */
export const byOperator = (owner: string, action: Action, subject: Subject): NewRecord =>
  newRecord({ owner, action, actor: operator, subject });

const addressLengthMax = 100;
const userAgentLengthMax = 300;

/** What a request's headers tell. */
export const factsOf = (id: string, header: (name: string) => string | null | undefined): RequestFacts => ({
  id,
  address: header("x-forwarded-for")?.slice(0, addressLengthMax) || null,
  userAgent: header("user-agent")?.slice(0, userAgentLengthMax) || null,
});

/** Records what a transaction did, as its last step. Rejects as `unrecorded` says. */
export const recordIn = (tx: Tx, ...records: NewRecord[]): Promise<void> =>
  appendIn(tx, runtime().databaseKind, runtime().activity.link, records).catch(unrecorded);

/** Rejects because records can't be written: whatever the reason, what they tell of must not happen, and no value leave. */
export function unrecorded(error: unknown): never {
  throw isUnavailable(error) ? error : new UnrecordedError(error instanceof RefusedRecordError ? error.cause : error);
}

/** Writes together with its records, and resolves to whether it wrote a row. Rejects as `unrecorded` says if they can't be written. */
export const writeRecorded = (write: Write, ...records: NewRecord[]): Promise<boolean> =>
  runtime()
    .writes.run(write, records)
    .catch((error: unknown) => {
      if (error instanceof RefusedRecordError) unrecorded(error);
      throw error;
    });
