import { commandSubject } from "../../auth/activity/account-subjects";
import { byOperator } from "../../auth/activity/activity";
import { appendIn, holdOwnersOf } from "../../db/activity/activity-log";
import type { Link } from "../../db/activity/chain";
import type { DatabaseKind, Db, Tx } from "../../db/client";
import { pagesOf } from "../../db/rows";
import { tableNamed } from "../../db/tables";

/** Few, so that nobody waits long for one of these vaults. */
const vaultsAtOnce = 50;

type Chains = { kind: DatabaseKind; link: Link };

/** Records the operator's command in every vault, in the transaction of what it did to all of them. */
export async function tellEveryVaultIn(tx: Tx, { kind, link }: Chains, command: string): Promise<void> {
  for await (const owners of vaultsOf(tx, kind)) await appendIn(tx, kind, link, recordsOf(owners, command));
}

/** The same for what was done in many transactions, while the vault runs. */
export async function tellEveryVault(db: Db, { kind, link }: Chains, command: string): Promise<void> {
  for await (const owners of vaultsOf(db, kind))
    await db.$transaction(async (tx) => {
      const records = recordsOf(owners, command);
      // Whoever deletes one of them is waited for here, and only then is known which are there.
      if (kind === "postgresql") await holdOwnersOf(tx, records);
      const there = await standing(tx, owners);
      await appendIn(
        tx,
        kind,
        link,
        records.filter(({ userId }) => there.has(userId)),
      );
    });
}

const recordsOf = (owners: readonly string[], command: string) =>
  owners.map((owner) => byOperator(owner, "operator.command", commandSubject(command)));

async function* vaultsOf(db: Db | Tx, kind: DatabaseKind): AsyncGenerator<string[]> {
  for (const name of ["User", "Team"])
    for await (const rows of pagesOf(db, kind, tableNamed(name), [], vaultsAtOnce))
      yield rows.map(({ id }) => String(id));
}

/** Those of these vaults that were not deleted in the meantime. */
async function standing(tx: Tx, owners: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.owner.findMany({ where: { id: { in: [...owners] } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}
