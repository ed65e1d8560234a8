import type { RequestFacts } from "../../auth/caller";
import type { Context } from "../../auth/context";
import type { CreatedShareLink, CreateShareLink, OpenedShareLink, ShareLink } from "../../contracts/transfer/links";
import { newLinkId } from "../../crypto/tokens/token";
import { instant } from "../../db/instants";
import { hourMs } from "../../durations";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import { owned } from "../doors/owned";
import { note } from "../doors/record/record";
import { spendView } from "../doors/disclose/spend-view";
import { linkSubject } from "../doors/subjects";
import { inOneTransaction } from "../doors/transaction";
import { whileMember } from "../teams/membership";

/** Those that can still be opened, the newest first. */
export async function listShareLinks(ctx: Context): Promise<ShareLink[]> {
  const rows = await runtime().db.shareLink.findMany({
    where: { ...owned(ctx, "ShareLink"), expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(({ id, hint, views, viewsLeft, keyId, expiresAt, createdAt }) => ({
    id,
    hint,
    views,
    viewsLeft,
    keyId,
    expiresAt: instant(expiresAt),
    createdAt: instant(createdAt),
  }));
}

/**
 * `origin`: the address of this vault's pages. The link's key is not known here. Throws TEAM_NOT_FOUND if its creator
 * was removed meanwhile: their links have gone with them.
 */
export const createShareLink = (
  ctx: Context,
  { ciphertext, views, expiresInHours, hint = null }: CreateShareLink,
  origin: string,
): Promise<CreatedShareLink> =>
  (ctx.caller.team ? whileMember : inOneTransaction)(ctx, async (ctx) => {
    const { caller } = ctx;
    const row = await change.create(ctx, "ShareLink", {
      id: newLinkId(),
      makerId: caller.userId,
      keyId: caller.kind === "key" ? caller.keyId : null,
      ciphertext: Buffer.from(ciphertext, "ascii"),
      hint,
      views,
      viewsLeft: views,
      expiresAt: new Date(Date.now() + expiresInHours * hourMs),
    });
    note(ctx, "link.create", [linkSubject(row)]);
    return { id: row.id, url: `${origin}/share/${row.id}`, expiresAt: instant(row.expiresAt) };
  });

/** Throws LINK_NOT_FOUND, also for one that was spent or has expired. */
export const deleteShareLink = (ctx: Context, id: string): Promise<void> =>
  inOneTransaction(
    ctx,
    async (ctx) => {
      const where = { id, ...owned(ctx, "ShareLink"), expiresAt: { gt: new Date() } };
      const row = await ctx.tx.shareLink.findFirst({ where });
      if (!row) throw new AppError("LINK_NOT_FOUND");
      await change.remove(ctx, "ShareLink", { id });
      note(ctx, "link.delete", [linkSubject(row)]);
    },
    { line: "endings" },
  );

/** For anybody who has the link. Throws LINK_NOT_FOUND alike for all links that give nothing. */
export async function openShareLink(id: string, request: RequestFacts): Promise<OpenedShareLink> {
  const spent = await spendView(id, request);
  if (!spent) throw new AppError("LINK_NOT_FOUND");
  const { ciphertext, hint, viewsLeft } = spent;
  return { ciphertext: Buffer.from(ciphertext).toString("ascii"), hint, viewsLeft };
}
