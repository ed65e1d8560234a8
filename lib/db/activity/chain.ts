import { storedInstant } from "../instants";

/** A record in its place in the chain. */
export type ChainedRecord = {
  id: string;
  userId: string;
  number: number;
  at: string;
  action: string;
  actorKind: string;
  actorUserId: string | null;
  actorName: string | null;
  actorKeyId: string | null;
  actorKeyPrefix: string | null;
  address: string | null;
  userAgent: string | null;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  project: string | null;
  environment: string | null;
  valueId: string | null;
  count: number | null;
  outcome: string;
  requestId: string | null;
  reason: string | null;
  mac: string;
};

/** A mail that tells of a record: its row is written with the record. */
export type MailOfRecord = { id: string; sealedMessage: Uint8Array<ArrayBuffer>; nextAttemptAt: string };

/** What was done. Until it has its place in its vault's chain, its number is 0, and its moment and MAC are empty. */
export type NewRecord = ChainedRecord & { mail?: MailOfRecord };

/** The MAC of a record that follows the one with that MAC; null for a vault's first one. */
export type Link = (previous: string | null, row: Omit<ChainedRecord, "mac">) => string;

/** Where a vault's chain ends. The MAC is empty before the first record. */
export type Head = { userId: string; number: number; mac: string };

/**
 * Gives records of one vault their places, in order, and moves the head past the last one. The records themselves get
 * them: copies would take as long as half of the MACs. Whoever has to try again gives them new places. A record's moment is
 * when it gets its place, not when it was made: a long transaction's records, and those written after a reply, would stand
 * behind later ones, and whoever asks for all since the last one would never get them.
 */
export function linkAll(link: Link, head: Head, records: readonly NewRecord[]): readonly ChainedRecord[] {
  const at = storedInstant(new Date());
  for (const record of records) {
    record.at = at;
    record.number = head.number + 1;
    record.mac = link(head.mac || null, record);
    head.number = record.number;
    head.mac = record.mac;
  }
  return records;
}

/** The rows of the mails that tell of records. */
export const mailsOf = (records: readonly NewRecord[]) =>
  records.flatMap(({ mail, userId, at }) => (mail ? [{ ...mail, userId, nowAt: at }] : []));

/** By vault, in one order for all, so that two writers of several chains don't wait for each other. */
export function byVault(records: readonly NewRecord[]): [userId: string, records: NewRecord[]][] {
  const found = new Map<string, NewRecord[]>();
  for (const record of records) {
    const others = found.get(record.userId);
    if (others) others.push(record);
    else found.set(record.userId, [record]);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}
