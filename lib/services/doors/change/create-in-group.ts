import { recordOf, type Subject, writeRecorded } from "../../../auth/activity/activity";
import type { RequestContext } from "../../../auth/context";
import { standingOf } from "../../../auth/credentials/caller-still-valid";
import type { Action } from "../../../contracts/access/actions";
import type { Write } from "../../../db/sql";
import { AppError } from "../../../errors";
import { EndedCallerError, runtime } from "../../../runtime";
import { assertNewInside } from "../inside";
import { owner } from "../owned";
import type { New, Resource } from "../resources";

/** Creates a row in a commit that simultaneous writes share. Resolves to whether it was created; see `Write`. */
export async function createInGroup<T extends Resource>(
  ctx: RequestContext,
  name: T,
  row: New<T>,
  write: Write,
  told: { action: Action; subject: Subject },
): Promise<boolean> {
  assertNewInside(ctx, name, row);
  const { assertStands, caller } = ctx;
  const turn = { line: "creates", vaultId: owner(ctx).userId } as const;
  const standing = assertStands && { standing: standingOf(caller) };
  try {
    return await writeRecorded({ ...write, ...standing, turn }, recordOf(caller, told.action, told.subject));
  } catch (error) {
    // Looked at again for the right answer.
    if (error instanceof EndedCallerError) await runtime().db.$transaction(async (tx) => assertStands?.(tx));
    throw error instanceof EndedCallerError ? new AppError("AUTH_REQUIRED") : error;
  }
}
