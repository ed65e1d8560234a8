import { requireScope } from "../../auth/grants/authorize";
import type { Context, InTransaction } from "../../auth/context";
import { envFileBytesMax } from "../../contracts/primitives";
import { holdWithEnvFiles } from "../../db/transactions/isolation";
import { eachLine } from "../../dotenv/parse";
import { formatReference, parseReference, type Reference } from "../../dotenv/reference";
import { replaceValues } from "../../dotenv/replace-values";
import { invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { yieldToEventLoop } from "../../event-loop";
import * as change from "../doors/change/change";
import { readSealed } from "../doors/disclose/disclose";
import { owned, owner } from "../doors/owned";
import { seal } from "../doors/disclose/seal";
import { type Lead, resolveReferences } from "./reference-targets";
import { assertStillLeading, type Referring } from "./still-resolving";

/*
 * What is renamed gets its new name in the env files that refer to it, in the transaction of the renaming. No other
 * change can come in between: the renamed row and all files are held, and only then are names and files read.
 */

/** How long (ms) a renaming waits for its turn, and may take: it opens every env file of the vault. */
export const rewritingWaits = { timeout: 60_000, maxWait: 60_000 };

/** Comes before anything is read or written. Throws AUTH_SCOPE_REQUIRED. */
export async function holdForRewriting(ctx: InTransaction, table: "KeyCategory" | "KeyEntry", id: string) {
  requireScope(ctx.caller, "envs:write", ", which rewriting references needs");
  await holdWithEnvFiles(ctx.tx, runtime().databaseKind, table, { id, ...owner(ctx) });
}

type Renaming = {
  /** Whether a reference has the former names. */
  isNamed: (reference: Reference) => boolean;
  /** Whether it leads to what is renamed, and not to something else of these names. */
  isMeant: (lead: Lead) => boolean;
  renamed: (reference: Reference) => Reference;
};

/**
 * `valueVersion`: of the text in which the references stand. The file itself may move to another project before it is rewritten.
 * `isInTrash`: it may come back, and finds what it refers to then.
 */
type Found = Referring & { id: string; valueVersion: number; isInTrash: boolean };

/** What is in the trash follows too. */
const inTrashToo = { trashId: undefined };

/**
 * Finds the references, which lead somewhere only before the renaming, and returns what rewrites them after it, and
 * in how many files in use. That throws REFERENCES_AMBIGUOUS if one of these would lead to several entries by then. Files in
 * the trash are rewritten too, but nothing is refused for their sake. Files that the caller does not reach, or that can't be
 * decrypted, stay as they are.
 */
export async function findToRewrite(ctx: InTransaction, renaming: Renaming): Promise<() => Promise<number>> {
  const { isNamed, isMeant } = renaming;
  const renamedFrom = (reference: Reference) => formatReference(renaming.renamed(reference));
  const hasNewNames = (reference: Reference) => renamedFrom(reference) === formatReference(reference);
  const found = await filesReferring(ctx, (reference) => isNamed(reference) || hasNewNames(reference));
  const leads = await resolveReferences(
    ctx,
    found.flatMap(({ references }) => [...references.values()].map(({ text }) => text)),
  );
  const renamed = (text: string): string | undefined => {
    const [lead, reference] = [leads.get(text), parseReference(text)];
    if (!reference || typeof lead !== "object" || !isNamed(reference) || !isMeant(lead)) return undefined;
    return renamedFrom(reference);
  };
  return async () => {
    let count = 0;
    for (const { references, ...file } of found) {
      const values = [...references].flatMap(([line, { text }]) => {
        const value = renamed(text);
        return value === undefined ? [] : [[line, value] as const];
      });
      if (values.length > 0 && (await rewrite(ctx, file, new Map(values))) && !file.isInTrash) count += 1;
      await yieldToEventLoop();
    }
    const inUse = found.filter(({ isInTrash }) => !isInTrash);
    await assertStillLeading(ctx, inUse, { leads, renamed });
    return count;
  };
}

async function filesReferring(ctx: InTransaction, isWanted: Renaming["isNamed"]): Promise<Found[]> {
  const files = await ctx.tx.envFile.findMany({
    where: { ...owned(ctx, "EnvFile"), ...inTrashToo },
    select: { id: true, valueVersion: true, fileType: true, trashId: true, project: { select: { name: true } } },
    orderBy: { id: "asc" },
  });
  const found: Found[] = [];
  // Each may have a megabyte: one at a time, and others in between.
  for (const { id, valueVersion, fileType, trashId, project } of files) {
    const references = await opened(ctx, id, (text) => referencesIn(text, isWanted));
    if (references && references.size > 0)
      found.push({ id, valueVersion, fileType, isInTrash: trashId !== null, project: project.name, references });
    await yieldToEventLoop();
  }
  return found;
}

async function opened<R>(ctx: InTransaction, id: string, read: (text: string) => R): Promise<R | null> {
  const where = { id, ...owner(ctx) };
  const row = await ctx.tx.envFile.findFirst({ where, select: { encryptedContent: true } });
  return row && readSealed(ctx, "EnvFile", { id, sealed: row.encryptedContent }, read);
}

function referencesIn(text: string, isWanted: Renaming["isNamed"]): Referring["references"] {
  const references: Referring["references"] = new Map();
  eachLine(text, (line) => {
    const reference = line.kind === "assignment" && parseReference(line.value);
    if (reference && isWanted(reference)) references.set(line.line, { variable: line.name, text: line.value });
  });
  return references;
}

async function rewrite(
  ctx: InTransaction,
  { id, valueVersion, isInTrash }: Pick<Found, "id" | "valueVersion" | "isInTrash">,
  values: ReadonlyMap<number, string>,
): Promise<boolean> {
  const rewritten = await opened(ctx, id, (text) => sealedAgain(ctx, id, replaceValues(text, values).text));
  if (!rewritten) return false;
  if (!rewritten.fits && isInTrash) return false;
  if (!rewritten.fits) throw invalidField("name", "would make an env file that refers to it longer than 1 MiB");
  const { encryptedContent } = rewritten;
  // The item of the trash that holds it may be another one by now.
  const where = { id, valueVersion, ...owned(ctx, "EnvFile"), ...inTrashToo };
  const standing = await ctx.tx.envFile.findMany({ where, select: { version: true, trashId: true } });
  const ifMatch = standing.map(({ version }) => version);
  const trashId = standing[0]?.trashId ?? null;
  await change.update(ctx, "EnvFile", { id, trashId }, { encryptedContent }, { ifMatch });
  return true;
}

const sealedAgain = (ctx: Context, id: string, text: string) => ({
  fits: Buffer.byteLength(text) <= envFileBytesMax,
  encryptedContent: seal(ctx, "EnvFile", id, text),
});
