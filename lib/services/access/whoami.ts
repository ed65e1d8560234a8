import type { Caller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { scopesOfRole } from "../../auth/grants/membership";
import type { WhoAmI } from "../../contracts/access/whoami";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { instantOrNull } from "../../db/instants";
import { revealsLeft } from "../doors/disclose/budget";

/** The team that the caller acts in, and their role there. */
async function teamOf({ caller: { team } }: Context): Promise<WhoAmI["team"]> {
  if (!team) return null;
  const row = await runtime().db.team.findUnique({ where: { id: team.id }, select: { name: true } });
  if (!row) throw new AppError("TEAM_NOT_FOUND");
  return { ...team, name: row.name };
}

const reachOf = ({ bounds }: Caller) => ({
  projects: bounds?.projects ? [...bounds.projects] : null,
  environments: bounds?.environments ? [...bounds.environments] : null,
});

const nothingOfKeys = {
  name: null,
  keyPrefix: null,
  addresses: null,
  revealsPerDay: null,
  revealsLeft: null,
  expiresAt: null,
};

/** What the caller may do, as it was decided for this request. */
export async function whoAmI(ctx: Context): Promise<WhoAmI> {
  const { caller } = ctx;
  const { kind, userId } = caller;
  const team = await teamOf(ctx);
  if (caller.kind === "session") {
    const scopes = team && [...scopesOfRole(team.role)];
    return { kind, userId, team, scopes, ...reachOf(caller), ...nothingOfKeys };
  }
  // By its id, which the caller's key was looked up for: a bounded key finds no key among what it reaches.
  const row = await runtime().db.accessKey.findUnique({ where: { id: caller.keyId } });
  if (!row) throw new AppError("AUTH_INVALID_KEY");
  const { addresses, revealsPerDay } = caller;
  // The key before a rotation ends sooner than the one after it.
  const previous = await runtime().db.previousAccessKey.findUnique({ where: { keyHash: caller.keyHash } });
  return {
    kind,
    userId,
    team,
    name: row.name,
    keyPrefix: caller.keyPrefix,
    scopes: [...caller.scopes],
    ...reachOf(caller),
    addresses: addresses && [...addresses],
    revealsPerDay,
    revealsLeft: await revealsLeft(ctx),
    expiresAt: instantOrNull(previous?.expiresAt ?? row.expiresAt),
  };
}
