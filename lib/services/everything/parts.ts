import type { z } from "zod";
import type { Subject } from "../../auth/activity/activity";
import type { Action } from "../../contracts/access/actions";
import {
  type Section,
  type Unreadable,
  WholeCategory,
  WholeEntry,
  WholeFile,
  WholeProject,
  WholeToken,
} from "../../contracts/vault/everything";
import { readSealedText } from "../../crypto/tokens/token-secret";
import type { Db, Tx } from "../../db/client";
import { instant, instantOrNull } from "../../db/instants";
import { byName } from "../../db/list-order";
import { slicesOf } from "../../slices";
import type { SealedTable } from "../doors/disclose/seal";
import { entrySubject, fileSubject, tokenSubject } from "../doors/subjects";
import { readGroup } from "../entries/entry-value";
import { otpauthLink } from "./link";

/** Whose things are read, and how their values are opened. */
export type Source = {
  db: Db | Tx;
  owner: { userId: string };
  /**
   * What was replaced since is not read: the number of values is known before the first one is opened. Null in a
   * snapshot, in which nothing is replaced, whatever the clocks of those who replaced it said.
   */
  before: Date | null;
  /** Null for a value that can't be decrypted. */
  open<R>(
    table: SealedTable,
    value: { id: string; sealed: Uint8Array },
    telling: { action: Action; subject: Subject },
    read: (text: string) => R,
  ): { text: R } | null;
};

/** Some items of a section. */
export type Part = { section: Section; items: readonly object[] };

/** Rows whose values are read into memory together: at most 256 KiB each. */
const rowsAtOnce = 50;

const inUse = ({ owner }: Source) => ({ ...owner, trashId: null });
const former = ({ owner, before }: Source) => ({ ...owner, ...(before && { replacedAt: { lt: before } }) });

/** The ids of everything that has a value, and how many values those are, former ones included. */
export async function listValued(source: Source) {
  const { db } = source;
  const of = { where: inUse(source), select: { id: true } } as const;
  const entries = await db.keyEntry.findMany({ ...of, orderBy: [...byName] });
  const tokens = await db.twoFactorToken.findMany({
    ...of,
    orderBy: [{ service: "asc" }, { accountName: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const files = await db.envFile.findMany({
    ...of,
    orderBy: [{ project: { name: "asc" } }, { fileType: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const versions =
    (await db.entryVersion.count({ where: { ...former(source), entry: { trashId: null } } })) +
    (await db.envFileVersion.count({ where: { ...former(source), file: { trashId: null } } }));
  return {
    ids: { entries: idsOf(entries), tokens: idsOf(tokens), files: idsOf(files) },
    count: entries.length + tokens.length + files.length + versions,
  };
}
type Valued = Awaited<ReturnType<typeof listValued>>;

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Everything of a vault, a few items at a time, in the order of the document's sections. */
export async function* partsOf(source: Source, { ids }: Valued): AsyncGenerator<Part> {
  const unreadable: z.input<typeof Unreadable>[] = [];
  yield* categories(source);
  for (const some of slicesOf(ids.entries, rowsAtOnce)) yield* entries(source, some, unreadable);
  for (const some of slicesOf(ids.tokens, rowsAtOnce)) yield* tokens(source, some, unreadable);
  yield* projects(source);
  for (const id of ids.files) yield* file(source, id, unreadable);
  yield { section: "unreadable", items: unreadable };
}

/** The rows in the order of the ids, without those that are gone by now. */
function inOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const dates = (row: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
});

async function* categories(source: Source): AsyncGenerator<Part> {
  const { db } = source;
  const ids = await db.keyCategory.findMany({ where: inUse(source), select: { id: true }, orderBy: [...byName] });
  for (const some of slicesOf(idsOf(ids), rowsAtOnce)) {
    const rows = await db.keyCategory.findMany({ where: { ...inUse(source), id: { in: some } } });
    const items = inOrder(rows, some).map((row) =>
      WholeCategory.parse({ ...row, ...dates(row), keyType: row.keyType as "simple" }),
    );
    yield { section: "categories", items };
  }
}

async function* entries(
  source: Source,
  ids: readonly string[],
  unreadable: z.input<typeof Unreadable>[],
): AsyncGenerator<Part> {
  const { db, open } = source;
  const rows = await db.keyEntry.findMany({
    where: { ...inUse(source), id: { in: [...ids] } },
    omit: { encryptedValue: false },
    include: { category: { select: { name: true, keyType: true, envVarName: true } } },
  });
  for (const row of inOrder(rows, ids)) {
    const { id, name, environment, notes, rotateEveryDays, category } = row;
    const read = (text: string) => (category.keyType === "group" ? readGroup(text) : text);
    const opened = (sealed: Uint8Array, valueId: string | null) => {
      const subject = entrySubject({ id, name, environment, category: category.name, valueId });
      const value = open("KeyEntry", { id, sealed }, { action: "entry.export", subject }, read);
      if (!value) unreadable.push({ kind: "entry", id, name: subject.name ?? "" });
      return value;
    };
    // Nothing is kept of a row that only ever had one value.
    const kept =
      row.valueVersion === 1
        ? []
        : await db.entryVersion.findMany({
            where: { ...former(source), entryId: id, version: { lt: row.valueVersion } },
            orderBy: { version: "asc" },
            omit: { encryptedValue: false },
          });
    const before = kept.flatMap(({ encryptedValue, valueId, createdAt }) => {
      const value = opened(encryptedValue, valueId);
      return value ? [{ value: value.text, writtenAt: instant(createdAt) }] : [];
    });
    const now = opened(row.encryptedValue, row.valueId);
    if (!now) continue;
    const item = {
      id,
      ...dates(row),
      category: category.name,
      keyType: category.keyType as "simple",
      envVarName: category.envVarName,
      name,
      environment: environment as "staging" | null,
      notes,
      expiresAt: instantOrNull(row.expiresAt),
      rotateEveryDays,
      value: now.text,
      valueChangedAt: instant(row.valueAt ?? row.createdAt),
      former: before,
    };
    yield { section: "entries", items: [WholeEntry.parse(item)] };
  }
}

async function* tokens(
  source: Source,
  ids: readonly string[],
  unreadable: z.input<typeof Unreadable>[],
): AsyncGenerator<Part> {
  const rows = await source.db.twoFactorToken.findMany({
    where: { ...inUse(source), id: { in: [...ids] } },
    omit: { encryptedSecret: false },
  });
  const items = inOrder(rows, ids).flatMap((row) => {
    const { id, service, accountName, notes } = row;
    const subject = tokenSubject(row);
    const uri = source.open(
      "TwoFactorToken",
      { id, sealed: row.encryptedSecret },
      { action: "two-factor-token.export", subject },
      (text) => otpauthLink(row, readSealedText(text)),
    );
    if (!uri) unreadable.push({ kind: "two-factor-token", id, name: subject.name ?? "" });
    return uri ? [WholeToken.parse({ id, ...dates(row), service, accountName, notes, uri: uri.text })] : [];
  });
  yield { section: "twoFactor", items };
}

async function* projects(source: Source): AsyncGenerator<Part> {
  const { db } = source;
  const ids = await db.envProject.findMany({ where: inUse(source), select: { id: true }, orderBy: [...byName] });
  for (const some of slicesOf(idsOf(ids), rowsAtOnce)) {
    const rows = await db.envProject.findMany({ where: { ...inUse(source), id: { in: some } } });
    yield {
      section: "envProjects",
      items: inOrder(rows, some).map((row) => WholeProject.parse({ ...row, ...dates(row) })),
    };
  }
}

/** One at a time: a text has up to 1 MiB, and so has each that it had before. */
async function* file(source: Source, id: string, unreadable: z.input<typeof Unreadable>[]): AsyncGenerator<Part> {
  const { db, open } = source;
  const row = await db.envFile.findFirst({
    where: { ...inUse(source), id },
    omit: { encryptedContent: false },
    include: { project: { select: { name: true } } },
  });
  if (!row) return;
  const { fileType } = row;
  const opened = (sealed: Uint8Array, valueId: string | null) => {
    const subject = fileSubject({ id, fileType, project: row.project.name, valueId });
    const content = open("EnvFile", { id, sealed }, { action: "env-file.export", subject }, (text) => text);
    if (!content) unreadable.push({ kind: "env-file", id, name: subject.name ?? "" });
    return content;
  };
  const kept =
    row.valueVersion === 1
      ? []
      : await db.envFileVersion.findMany({
          where: { ...former(source), fileId: id, version: { lt: row.valueVersion } },
          orderBy: { version: "asc" },
          omit: { encryptedContent: false },
        });
  const before = kept.flatMap(({ encryptedContent, valueId, createdAt }) => {
    const content = opened(encryptedContent, valueId);
    return content ? [{ content: content.text, writtenAt: instant(createdAt) }] : [];
  });
  const now = opened(row.encryptedContent, row.valueId);
  if (!now) return;
  const item = {
    id,
    ...dates(row),
    project: row.project.name,
    fileType: fileType as "env",
    content: now.text,
    contentChangedAt: instant(row.valueAt ?? row.createdAt),
    former: before,
  };
  yield { section: "envFiles", items: [WholeFile.parse(item)] };
}
