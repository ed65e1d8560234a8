import { newRecord, recordIn, vaultItself } from "./activity";
import type { Action } from "../contracts/access/actions";
import type { ObjectKind } from "../contracts/access/activity";
import type { Tx } from "../db/client";

/** Records that the vault itself deleted something for good, since it had been in the trash for long enough. */
export const tellPurge = (
  tx: Tx,
  { id, userId, kind, name }: { id: string; userId: string; kind: string; name: string },
): Promise<void> =>
  recordIn(
    tx,
    newRecord({
      owner: userId,
      action: `${kind}.purge` as Action,
      actor: vaultItself,
      subject: { kind: kind as ObjectKind, id, name },
    }),
  );
