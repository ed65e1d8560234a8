import { assertAddressAllowed } from "../../auth/credentials/access-key";
import { authorize } from "../../auth/grants/authorize";
import type { Caller, RequestFacts } from "../../auth/caller";
import { enterTeam } from "../../auth/grants/membership";
import { requireSecondFactor } from "../../auth/credentials/missing-factor";
import { requireRecentAuthentication } from "../../auth/credentials/reauthentication";
import { actsInVault, type ContractSpec } from "../../contracts/contract";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { authenticate } from "./authenticate";
import { assertOwnersOnly } from "./owners-only";
import { countRequest } from "./request-limit";
import { assertOfPageUser } from "./page-user";
import { type PathParams, readId } from "../request/path-params";
import { addCaller, type RequestLogFields } from "../request/request-log";
import { assertNotCrossOrigin, assertSameOrigin } from "./same-origin";
import type { ApiRequest } from "../types";

/** Who may have this request served: null at a public endpoint. Throws what the first check throws that fails. */
export async function admit(
  contract: ContractSpec,
  { request, pathParams, facts }: { request: ApiRequest; pathParams: PathParams; facts: RequestFacts },
  logFields: RequestLogFields,
): Promise<Caller | null> {
  const publicOrigin = runtime().settings.NEXTAUTH_URL;
  if (contract.access === "public") {
    assertNotCrossOrigin(request, publicOrigin);
    return null;
  }
  const found = await authenticate(request, facts);
  // Before any refusal, since the log should tell whose request was refused.
  addCaller(logFields, found);
  // Before any other work: refused requests count too.
  countRequest(found.userId);
  assertOfPageUser(found, request.headers);
  const caller = await inItsPlace(found, contract, request);
  if (caller.team) addCaller(logFields, caller);
  // Only then, since finding out the client's address costs as much as finding the key.
  if (caller.kind === "key" && caller.addresses !== null)
    assertAddressAllowed(caller, request.headers.get("x-forwarded-for"));
  authorize(caller, contract.access);
  if (caller.kind === "session") assertSameOrigin(request, publicOrigin);
  requireSecondFactor(caller, contract);
  if (contract.recentAuthentication) requireRecentAuthentication(caller);
  // Last, since it may answer that there is no such team: a 403 comes before a 404.
  if (caller.kind === "session") await assertOwnersOnly(caller, contract, pathParams);
  return caller;
}

/** A session acts in the vault of the team that it names. */
async function inItsPlace(caller: Caller, contract: ContractSpec, request: ApiRequest): Promise<Caller> {
  if (caller.kind === "key" || !actsInVault(contract)) return caller;
  const named = request.headers.get("x-team-id");
  if (named === null) return caller;
  const teamId = readId(named);
  if (teamId === null) throw new AppError("TEAM_NOT_FOUND");
  return enterTeam(caller, teamId);
}
