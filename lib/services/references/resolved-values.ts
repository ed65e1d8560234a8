import type { Context } from "../../auth/context";
import type { EnvFileType } from "../../contracts/vault/envs";
import { findSealedEntries } from "../../db/queries/vault/entries";
import { idsMax } from "../../db/queries/query";
import { AppError, type UnresolvedReason } from "../../errors";
import { slicesOf } from "../../slices";
import { yieldToEventLoop } from "../../event-loop";
import { beginDisclosure, type Disclosure } from "../doors/disclose/disclose";
import { listOwned } from "../doors/owned";
import { entrySubject, fileSubject } from "../doors/subjects";
import { readGroup } from "../entries/entry-value";
import { type Lead, resolveReferences, unresolvedReferences } from "./reference-targets";

/*
 * The values that references lead to. What names alone tell is refused before anything is counted or disclosed. A
 * reference in an entry's value is not followed, so there are no cycles.
 */

export type StoredFile = {
  id: string;
  project: string;
  fileType: EnvFileType;
  encryptedContent: Uint8Array;
  valueId: string | null;
};

export type Assignment = { fileType: EnvFileType; line: number; name: string; value: string };

export type Resolved = {
  /** The files' texts, in their order. */
  texts: string[];
  /** The referring assignments with the values that they stand for. */
  values: (Assignment & { entryId: string })[];
  /** Makes the records durable. Nothing may leave before. */
  flushRecords(): Promise<void>;
};

/** The most characters that a text may get by its references: many of them may lead to the same long value. */
const charactersMax = 8 * 1024 * 1024;

type Asked = {
  files: readonly StoredFile[];
  /** The assignments that are references. */
  referring: readonly Assignment[];
  /** What other readers may take for such assignments. One refuses all. */
  unread: readonly Assignment[];
  /** Whether a value can be written where it should stand. */
  fits: (value: string, assignment: Assignment) => boolean;
};

/**
 * Opens files and the entries that they refer to, each of which counts as one value. Throws UNRESOLVED_REFERENCES, or
 * ENV_FILE_NOT_FOUND for a file that can't be decrypted.
 */
export async function openResolved(ctx: Context, { files, referring, unread, fits }: Asked): Promise<Resolved> {
  const leads = await resolveReferences(
    ctx,
    referring.map(({ value }) => value),
  );
  const refuse = (reasonOf: (assignment: Assignment) => UnresolvedReason | null) => {
    const unresolved = [...referring, ...unread].flatMap((assignment) => {
      const { fileType, line, name } = assignment;
      const reason = reasonOf(assignment);
      return reason ? [{ fileType, line, name, reason }] : [];
    });
    if (unresolved.length > 0) throw unresolvedReferences(unresolved, { withFiles: files.length > 1 });
  };
  const leadOf = ({ value }: Assignment) => leads.get(value) ?? "missing";
  const isUnread = new Set(unread);
  refuse((assignment) => {
    if (isUnread.has(assignment)) return "unreadable";
    const lead = leadOf(assignment);
    return typeof lead === "string" ? lead : null;
  });

  const ids = new Set([...leads.values()].flatMap((lead) => (typeof lead === "string" ? [] : [lead.entryId])));
  const disclosure = await beginDisclosure(ctx, files.length + ids.size);
  const texts = files.map((file) => openFile(disclosure, file));
  const entries = await openEntries(ctx, disclosure, [...ids]);
  const values: Resolved["values"] = [];
  let length = 0;
  refuse((assignment) => {
    const lead = leadOf(assignment);
    if (typeof lead === "string") return lead;
    const found = valueAt(entries.get(lead.entryId), lead);
    if ("reason" in found) return found.reason;
    length += found.value.length;
    if (length > charactersMax || !fits(found.value, assignment)) return "unwritable";
    values.push({ ...assignment, value: found.value, entryId: lead.entryId });
    return null;
  });
  return { texts, values, flushRecords: disclosure.flushRecords };
}

function openFile({ open }: Disclosure, file: StoredFile): string {
  const telling = { action: "env-file.reveal", subject: fileSubject(file) } as const;
  const opened = open("EnvFile", { id: file.id, sealed: file.encryptedContent }, telling, (text) => text);
  if (!opened) throw new AppError("ENV_FILE_NOT_FOUND");
  return opened.text;
}

type Fields = Record<string, string>;
type OpenedEntry = { value: string | Fields } | { reason: UnresolvedReason };

async function openEntries(
  ctx: Context,
  { open }: Disclosure,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenedEntry>> {
  const entries = new Map<string, OpenedEntry>(ids.map((id) => [id, { reason: "missing" }]));
  let length = 0;
  for (const some of slicesOf(ids, idsMax)) {
    const rows = new Map((await listOwned(ctx, findSealedEntries, { ids: some })).map((row) => [row.id, row]));
    for (const id of some) {
      const row = rows.get(id);
      if (!row) continue;
      const telling = { action: "entry.reveal", subject: entrySubject(row) } as const;
      const opened =
        length <= charactersMax &&
        open("KeyEntry", { id: row.id, sealed: row.encryptedValue }, telling, (text) => {
          length += text.length;
          return row.keyType === "group" ? readGroup(text) : text;
        });
      // What would make the whole too long is not opened at all.
      if (opened === false) entries.set(row.id, { reason: "unwritable" });
      else entries.set(row.id, opened ? { value: opened.text } : { reason: "undecryptable" });
    }
    await yieldToEventLoop();
  }
  return entries;
}

function valueAt(entry: OpenedEntry | undefined, { field }: Lead): { value: string } | { reason: UnresolvedReason } {
  if (!entry) return { reason: "missing" };
  if ("reason" in entry) return entry;
  if (typeof entry.value === "string") return field === null ? { value: entry.value } : { reason: "missing" };
  if (field === null) return { reason: "field-missing" };
  const value = Object.hasOwn(entry.value, field) ? entry.value[field] : undefined;
  return value === undefined ? { reason: "missing" } : { value };
}
