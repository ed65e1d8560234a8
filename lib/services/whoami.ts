import type { Context } from "../auth/context";
import type { WhoAmI } from "../contracts/whoami";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { instantOrNull } from "../db/wire";
import { revealsLeft } from "./doors/budget";
import { owner } from "./doors/owned";

const everything = { projects: null, environments: null, addresses: null, revealsPerDay: null };

/** What the caller may do, as it was decided for this request. */
export async function whoAmI(ctx: Context): Promise<WhoAmI> {
  const { caller } = ctx;
  if (caller.kind === "session") {
    const { kind } = caller;
    const nothingOfKeys = { name: null, keyPrefix: null, scopes: null, revealsLeft: null, expiresAt: null };
    return { kind, ...owner(ctx), ...nothingOfKeys, ...everything };
  }
  // By its id, which the caller's key was looked up for: a bounded key finds no key among what it reaches.
  const row = await runtime().db.accessKey.findUnique({ where: { id: caller.keyId } });
  if (!row) throw new AppError("AUTH_INVALID_KEY");
  const { bounds, addresses, revealsPerDay } = caller;
  // The key before a rotation ends sooner than the one after it.
  const previous = await runtime().db.previousAccessKey.findUnique({ where: { keyHash: caller.keyHash } });
  return {
    kind: caller.kind,
    ...owner(ctx),
    name: row.name,
    keyPrefix: caller.keyPrefix,
    scopes: [...caller.scopes],
    projects: bounds?.projects ? [...bounds.projects] : null,
    environments: bounds?.environments ? [...bounds.environments] : null,
    addresses: addresses && [...addresses],
    revealsPerDay,
    revealsLeft: await revealsLeft(ctx),
    expiresAt: instantOrNull(previous?.expiresAt ?? row.expiresAt),
  };
}
