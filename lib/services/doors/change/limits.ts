import type { InTransaction } from "../../../auth/context";
import type { CoveredRow } from "../../../crypto/macs/covered-columns";
import { delegateOf } from "../../../db/rows";
import { tableNamed } from "../../../db/tables";
import { runtime } from "../../../runtime";
import { owner } from "../owned";

/** What can be limited to projects, by the column that says whose it is. */
const limited = { AccessKey: "userId", TrustRule: "userId", Membership: "teamId", Invitation: "teamId" } as const;
export type Limited = keyof typeof limited;

/** The condition of the vault's own rows of such a table. */
export const ofVault = (ctx: InTransaction, name: Limited) => ({ [limited[name]]: owner(ctx).userId });

/** Gives a row, which was found genuine, other limits. */
export async function changeLimits<T extends Limited>(
  ctx: InTransaction,
  name: T,
  row: CoveredRow<T>,
  bounds: string | null,
): Promise<void> {
  const { mac } = runtime().rights.sign(name, { ...row, bounds });
  const where = { id: row["id" as keyof typeof row], ...ofVault(ctx, name) };
  await delegateOf(ctx.tx, tableNamed(name)).updateManyAndReturn({ where, data: { bounds, mac } });
}
