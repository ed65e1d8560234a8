import { requireScope } from "../auth/authorize";
import { ownerOf, type SessionCaller } from "../auth/caller";
import type { Context, InTransaction } from "../auth/context";
import { readKeyBounds } from "../auth/key-bounds";
import type { Environment } from "../contracts/primitives";
import type { Transfer, Transferred } from "../contracts/transfer";
import type { Scope } from "../contracts/scopes";
import type { Db, Tx } from "../db/client";
import { lockVault } from "../db/isolation";
import { AppError, type ErrorCode, invalidField } from "../errors";
import { runtime } from "../runtime";
import { laterTurn } from "../turns";
import * as change from "./doors/change";
import { reseal } from "./doors/disclose";
import { owned, owner } from "./doors/owned";
import type { SealedTable } from "./doors/seal";
import { sealAgain } from "./doors/seal-again";
import { together } from "./doors/together";
import { findMember } from "./teams/membership";

type From = InTransaction<SessionCaller>;
type Move = { from: From; to: From };

/** The same caller in that vault, as they are there now. Throws TEAM_NOT_FOUND unless they are a member. */
async function placeOf(db: Db | Tx, caller: SessionCaller, teamId: string | null): Promise<SessionCaller> {
  const { team: _, ...person } = caller;
  if (teamId === null) return { ...person, bounds: null };
  const member = await findMember(db, teamId, caller.userId);
  if (!member) throw new AppError("TEAM_NOT_FOUND");
  return { ...person, team: { id: teamId, role: member.role }, bounds: readKeyBounds(member.bounds).reach };
}

const needed = { entryIds: "entries", envProjectIds: "envs", twoFactorTokenIds: "2fa" } as const;

/** Who moves a value could read it before and can change it afterwards. */
function assertMayMove(from: SessionCaller, to: SessionCaller, wanted: Transfer): void {
  for (const [ids, area] of Object.entries(needed) as [keyof typeof needed, (typeof needed)[keyof typeof needed]][]) {
    if (wanted[ids].length === 0) continue;
    for (const verb of ["write", "reveal"] as const) requireScope(from, `${area}:${verb}` satisfies Scope);
    requireScope(to, `${area}:write`, ", in the vault that it would move to");
  }
}

/** Moves things from where the caller acts to another vault of theirs: all of them or none. */
export async function transfer(ctx: Context<SessionCaller>, wanted: Transfer): Promise<Transferred> {
  const { caller } = ctx;
  const target = await placeOf(runtime().db, caller, wanted.teamId);
  if (ownerOf(target) === ownerOf(caller)) throw invalidField("teamId", "is the vault that they are in already");
  assertMayMove(caller, target, wanted);
  return together(
    ctx,
    async ({ tx, records }) => {
      // In one order, so that two transfers in opposite directions don't wait for each other.
      for (const id of [ownerOf(caller), ownerOf(target)].sort()) await lockVault(tx, runtime().databaseKind, id);
      // From here on nobody changes the teams. The wait may have been long.
      const move = {
        from: { tx, records, caller: await placeOf(tx, caller, caller.team?.id ?? null) },
        to: { tx, records, caller: await placeOf(tx, caller, wanted.teamId) },
      };
      assertMayMove(move.from.caller, move.to.caller, wanted);
      return {
        ...(await moveEntries(move, [...new Set(wanted.entryIds)])),
        envProjects: await moveEnvProjects(move, [...new Set(wanted.envProjectIds)]),
        twoFactorTokens: await moveTokens(move, [...new Set(wanted.twoFactorTokenIds)]),
      };
    },
    { timeout: 60_000, maxWait: 60_000 },
  );
}

const sealedAnew = (move: Move, table: SealedTable, id: string, sealed: Uint8Array) =>
  reseal(move.from, move.to, table, { id, sealed });

function assertAll(found: readonly unknown[], ids: readonly string[], code: ErrorCode): void {
  if (found.length !== ids.length) throw new AppError(code);
}

async function moveEntries(move: Move, ids: string[]): Promise<Pick<Transferred, "entries" | "twins">> {
  const { from, to } = move;
  const rows = await from.tx.keyEntry.findMany({
    where: { id: { in: ids }, AND: [owned(from, "KeyEntry")] },
    select: { id: true, name: true, environment: true, encryptedValue: true, category: true },
    orderBy: { id: "asc" },
  });
  assertAll(rows, ids, "ENTRY_NOT_FOUND");
  // Before the first is moved, which would be its own twin.
  const twins = await twinsIn(to, rows);
  for (const { id, name, environment, encryptedValue, category } of rows) {
    const { name: categoryName, keyType, envVarName, icon, description, origin } = category;
    const same = { name: categoryName, keyType };
    const standing = await to.tx.keyCategory.findFirst({
      where: { ...same, ...owned(to, "KeyCategory") },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    const { id: categoryId } =
      standing ?? (await change.create(to, "KeyCategory", { ...same, envVarName, icon, description, origin }));
    const value = sealedAnew(move, "KeyEntry", id, encryptedValue);
    await change.move(from, to, "KeyEntry", { id, name, environment }, { categoryId, encryptedValue: value });
    await moveEntryVersions(move, id);
    await laterTurn();
  }
  return { entries: rows.length, twins };
}

type Named = { name: string; environment: string | null; category: { name: string } };

/** What a reference knows of an entry. */
const namesOf = ({ name, environment, category }: Named) => JSON.stringify([category.name, name, environment]);

/** The entries that no reference could tell from one that the vault has, as far as the caller reaches it. */
async function twinsIn(to: InTransaction, rows: readonly (Named & { id: string })[]): Promise<Transferred["twins"]> {
  const standing = await to.tx.keyEntry.findMany({
    where: { ...owned(to, "KeyEntry"), name: { in: [...new Set(rows.map(({ name }) => name))] } },
    select: { name: true, environment: true, category: { select: { name: true } } },
  });
  const known = new Set(standing.map(namesOf));
  return rows
    .filter((row) => known.has(namesOf(row)))
    .map(({ id, name, environment, category }) => ({
      ...{ id, category: category.name, name },
      environment: environment as Environment | null,
    }));
}

async function moveEnvProjects(move: Move, ids: string[]): Promise<number> {
  const { from, to } = move;
  const rows = await from.tx.envProject.findMany({
    where: { id: { in: ids }, AND: [owned(from, "EnvProject")] },
    select: {
      id: true,
      name: true,
      // Those in the trash too.
      files: { where: owner(from), select: { id: true, fileType: true, encryptedContent: true, trashId: true } },
    },
    orderBy: { id: "asc" },
  });
  assertAll(rows, ids, "ENV_PROJECT_NOT_FOUND");
  for (const { id: projectId, name, files } of rows) {
    await change.move(from, to, "EnvProject", { id: projectId, name }, {});
    for (const { id, fileType, encryptedContent, trashId } of files) {
      // What is in the trash is nobody's to see. If it can't be decrypted, it stays so.
      const content =
        trashId === null
          ? sealedAnew(move, "EnvFile", id, encryptedContent)
          : (sealAgain(from, to, "EnvFile", { id, sealed: encryptedContent }) ?? encryptedContent);
      await change.move(from, to, "EnvFile", { id, fileType }, { encryptedContent: content });
      if (trashId !== null)
        await from.tx.trashItem.updateMany({ where: { id: trashId, ...owner(from) }, data: owner(to) });
      await moveFileVersions(move, id);
      await laterTurn();
    }
  }
  return rows.length;
}

/** Former values go with their entry. Those that can't be decrypted stay so. */
async function moveEntryVersions({ from, to }: Move, entryId: string): Promise<void> {
  const where = { entryId, ...owner(from) };
  if (from.caller.bounds) assertReached(await from.tx.entryVersion.count({ where: { ...where, samePlace: 0 } }));
  for (const { id } of await from.tx.entryVersion.findMany({ where, select: { id: true } })) {
    const row = await from.tx.entryVersion.findUniqueOrThrow({ where: { id }, select: { encryptedValue: true } });
    const sealed = row.encryptedValue;
    const encryptedValue = sealAgain(from, to, "KeyEntry", { id: entryId, sealed }) ?? sealed;
    await from.tx.entryVersion.update({ where: { id }, data: { encryptedValue, ...owner(to) } });
    await laterTurn();
  }
}

async function moveFileVersions({ from, to }: Move, fileId: string): Promise<void> {
  const where = { fileId, ...owner(from) };
  if (from.caller.bounds) assertReached(await from.tx.envFileVersion.count({ where: { ...where, samePlace: 0 } }));
  for (const { id } of await from.tx.envFileVersion.findMany({ where, select: { id: true } })) {
    const row = await from.tx.envFileVersion.findUniqueOrThrow({ where: { id }, select: { encryptedContent: true } });
    const sealed = row.encryptedContent;
    const encryptedContent = sealAgain(from, to, "EnvFile", { id: fileId, sealed }) ?? sealed;
    await from.tx.envFileVersion.update({ where: { id }, data: { encryptedContent, ...owner(to) } });
    await laterTurn();
  }
}

/** Who may not see a former value can't take it along, nor leave it behind: nothing would be its place. */
function assertReached(outside: number): void {
  if (outside > 0) throw new AppError("OUT_OF_BOUNDS");
}

async function moveTokens(move: Move, ids: string[]): Promise<number> {
  const { from, to } = move;
  const rows = await from.tx.twoFactorToken.findMany({
    where: { id: { in: ids }, AND: [owned(from, "TwoFactorToken")] },
    select: { id: true, encryptedSecret: true },
    orderBy: { id: "asc" },
  });
  assertAll(rows, ids, "TWO_FACTOR_NOT_FOUND");
  for (const { id, encryptedSecret } of rows) {
    const secret = sealedAnew(move, "TwoFactorToken", id, encryptedSecret);
    await change.move(from, to, "TwoFactorToken", { id }, { encryptedSecret: secret });
    await laterTurn();
  }
  return rows.length;
}
