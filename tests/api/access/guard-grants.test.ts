import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { actsInVault, type ContractSpec } from "@/lib/contracts/contract";
import { createInvitation } from "@/lib/contracts/people/invitations";
import { removeMember, updateMember } from "@/lib/contracts/people/members";
import type { Role } from "@/lib/contracts/people/roles";
import { type Scope, scopes as allScopes } from "@/lib/contracts/access/scopes";
import { type Actor, actor, aUser, sharedBaseUrl, withKey } from "../../support/callers/actors";
import {
  billing,
  type Bounds,
  isBounded,
  isWithin,
  oneOfEach,
  scopesOf,
  type Things,
} from "../../support/callers/grants";
import { report } from "../../support/long-runs";
import { exchange, requestBytes } from "../../support/http/raw-http";
import { operation, pathIdsOf } from "../../support/http/operations";
import { aMember, aTeam, type TestTeam, within } from "../../support/callers/teams";
import { postgresqlUrlOf } from "../../support/vaults/database";
import { changeSharedStore } from "../../support/vaults/shared-store";

/** Every operation that needs a caller; those that destroy something come last, and a team's end at the very end. */
const guarded = contracts
  .filter(({ access }) => access !== "public")
  .map((contract) => ({ contract, at: contract.id === "deleteTeam" ? 2 : contract.method === "DELETE" ? 1 : 0 }))
  .sort((one, other) => one.at - other.at)
  .map(({ contract }) => contract);

/** A caller, and what the test itself believes of them. */
type Grant = {
  caller: Actor;
  kind: "session" | "key";
  /** In a team: "none" for whoever is not a member. Absent in one's own vault. */
  role?: Role | "none";
  bounds: readonly Bounds[];
  /** Somebody who may do everything in the same vault. */
  maker: Actor;
  team?: TestTeam;
};

const elsewhere = { projects: ["elsewhere"] };
const staging = { environments: ["staging" as const] };
const inside = { projects: ["billing"], environments: ["production" as const] };

const keyFrom = async (session: Actor, bounds: Bounds) => {
  const body = { name: "CI", scopes: [...allScopes] };
  return withKey((await session.call(createAccessKey, { body: { ...body, ...mutable(bounds) } })).key);
};
const mutable = ({ projects = null, environments = null }: Bounds) => ({
  projects: projects && [...projects],
  environments: environments && [...environments],
});

async function ownKey(bounds: Bounds): Promise<Grant> {
  const { session } = await aUser();
  return { caller: await keyFrom(session, bounds), kind: "key", bounds: [bounds], maker: session };
}

type Member = Awaited<ReturnType<typeof aMember>>;
type Change = (team: TestTeam, member: Member) => Promise<unknown>;

/** Somebody's session in a team. `change` happens to them once they are a member. */
async function ofRole(role: Role, bounds: Bounds = {}): Promise<Grant> {
  const team = await aTeam();
  const { at } = await aMember(team, { role, ...mutable(bounds) });
  return { caller: at, kind: "session", role, bounds: [bounds], maker: team.owner.at, team };
}
async function changed(change: Change, role: Role | "none", bounds: Bounds = {}): Promise<Grant> {
  const team = await aTeam();
  const member = await aMember(team);
  // Whatever the vault keeps for reuse is of an editor.
  for (const path of ["/api/entries", "/api/stats"]) expect((await member.at.fetch(path)).status).toBe(200);
  await change(team, member);
  return { caller: member.at, kind: "session", role, bounds: [bounds], maker: team.owner.at, team };
}
async function keyOfMember(
  bounds: { key?: Bounds; role?: Bounds },
  change: Change = async () => {},
  role: Role | "none" = "editor",
): Promise<Grant> {
  const team = await aTeam();
  const member = await aMember(team);
  const caller = await keyFrom(member.at, bounds.key ?? {});
  for (const path of ["/api/entries", "/api/stats"]) expect((await caller.fetch(path)).status).toBe(200);
  if (bounds.role) await nowOf("editor", bounds.role)(team, member);
  await change(team, member);
  return { caller, kind: "key", role, bounds: [bounds.key ?? {}, bounds.role ?? {}], maker: team.owner.at, team };
}

const nowOf =
  (role: Role, bounds: Bounds = {}): Change =>
  ({ id, owner }, { id: userId }) =>
    owner.session.call(updateMember, { params: { id, userId }, body: { role, ...mutable(bounds) } });
const removed: Change = ({ id, owner }, { id: userId }) => owner.session.call(removeMember, { params: { id, userId } });
/** The key's row stays: it is the look at the creator that refuses it. */
const withoutRow: Change = async ({ id }, { id: userId }) =>
  expect(changeSharedStore('DELETE FROM "Membership" WHERE "teamId" = ? AND "userId" = ?', [id, userId])).toBe(1);

const grants: Record<string, () => Promise<Grant>> = {
  "a key without limits": () => ownKey({}),
  "a key of another project": () => ownKey(elsewhere),
  "a key of another environment": () => ownKey(staging),
  "a key of this project and environment": () => ownKey(inside),
  "a team's owner": () => ofRole("owner"),
  "an editor": () => ofRole("editor"),
  "a reader": () => ofRole("reader"),
  "an auditor": () => ofRole("auditor"),
  "an editor of another project": () => ofRole("editor", elsewhere),
  "a reader of another environment": () => ofRole("reader", staging),
  "an editor of this project and environment": () => ofRole("editor", inside),
  "an auditor of this project and environment": () => ofRole("auditor", inside),
  "somebody who is no member": async () => {
    const [team, { session }] = [await aTeam(), await aUser()];
    const caller = within(session, team.id);
    return { caller, kind: "session", role: "none", bounds: [], maker: team.owner.at, team };
  },
  "a member who was removed": () => changed(removed, "none"),
  "a member whose row is gone": () => changed(withoutRow, "none"),
  "an editor who is an auditor now": () => changed(nowOf("auditor"), "auditor"),
  "an editor who is one of another project now": () => changed(nowOf("editor", elsewhere), "editor", elsewhere),
  "a member's key": () => keyOfMember({}),
  "a removed maker's key": () => keyOfMember({}, removed, "none"),
  "a key whose maker's row is gone": () => keyOfMember({}, withoutRow, "none"),
  "a key whose maker is an auditor now": () => keyOfMember({}, nowOf("auditor"), "auditor"),
  "a key whose maker has another project": () => keyOfMember({ role: elsewhere }),
  "a key of another environment than its maker's": () => keyOfMember({ key: staging, role: inside }),
  "a key of this project, whose maker has this environment": () =>
    keyOfMember({ key: { projects: ["billing"] }, role: { environments: ["production"] } }),
};

const isOnPostgresql = postgresqlUrlOf("") !== undefined;
/** What else a grant depends on is decided in the vault, whatever its database is. */
const readDifferently = [
  "a key without limits",
  "a key of another project",
  "a key of another environment",
  "a key of this project and environment",
  "a team's owner",
  "a reader of another environment",
  "an editor of this project and environment",
  "a member who was removed",
  "an editor who is an auditor now",
  "a key whose maker has another project",
];
const tried = Object.keys(grants).filter((name) => !isOnPostgresql || readDifferently.includes(name));

type Outcome = { status: number | readonly number[]; code?: string };
const refused = (status: number, code: string): Outcome => ({ status, code });
const outOfBounds = refused(403, "OUT_OF_BOUNDS");
const isUnboundedOnly = (scope: Scope) => scope.startsWith("2fa:") || scope === "categories:write";

/** Where that lies whose absence gives this error. */
const places: Partial<Record<string, { project: string; environment?: "production" }>> = {
  CATEGORY_NOT_FOUND: billing,
  ENTRY_NOT_FOUND: billing,
  ENV_FILE_NOT_FOUND: billing,
  TRASH_ITEM_NOT_FOUND: billing,
  ENV_PROJECT_NOT_FOUND: { project: billing.project },
};

const ofPeople = ["listTeams", "createTeam", "acceptInvitation"];
const isOfTeams = ({ tag, id }: ContractSpec) => tag === "Teams" && !ofPeople.includes(id) && id !== "transfer";
/** Operations on the account itself. They have nothing to do with the team that a request names. */
const isOfAccount = (contract: ContractSpec) =>
  contract.access === "session" && !actsInVault(contract) && (!isOfTeams(contract) || ofPeople.includes(contract.id));

const scopesNow = ({ role }: Grant): readonly Scope[] =>
  role === undefined ? allScopes : role === "none" ? [] : scopesOf[role];

/** The scopes that a role must have for what sessions alone may do. */
const neededBySession: Partial<Record<string, readonly Scope[]>> = {
  transfer: ["entries:write", "entries:reveal"],
  renameProject: ["entries:write", "envs:write"],
  emptyTrash: ["entries:write"],
};

/** What should happen if the operation's things are there, or if none of its ids is anything's. */
function expected(grant: Grant, contract: ContractSpec, isThere: boolean): Outcome {
  const { kind, role, bounds } = grant;
  const { id, access, notFound, reply } = contract;
  const done: Outcome = { status: reply.status };
  const missing = refused(404, String(notFound));
  if (kind === "key" && role === "none") return refused(401, "AUTH_INVALID_KEY");
  if (kind === "key" && access === "session") return refused(401, "AUTH_SESSION_REQUIRED");
  if (isOfTeams(contract)) {
    if (!isThere || role === "none") return refused(404, "TEAM_NOT_FOUND");
    return role === "owner" || id === "listMembers" ? done : refused(403, "TEAM_OWNER_REQUIRED");
  }
  if (role === "none") return refused(404, "TEAM_NOT_FOUND");
  const needed: readonly Scope[] =
    typeof access === "object" ? [access.scope, ...[access.and ?? []].flat()] : (neededBySession[id] ?? []);
  if (needed.some((scope) => !scopesNow(grant).includes(scope))) return refused(403, "AUTH_SCOPE_REQUIRED");
  if (isBounded(...bounds) && needed.some(isUnboundedOnly)) return outOfBounds;
  // What others made, only owners see; no access key does.
  if (notFound === "LINK_NOT_FOUND") return isThere && kind === "session" && role === "owner" ? done : missing;
  if (notFound === "ACCESS_KEY_NOT_FOUND" || notFound === "TRUST_RULE_NOT_FOUND")
    return isThere && role === "owner" ? done : missing;
  // They tell of the whole vault.
  if (contract.tag === "Webhooks") {
    if (role !== undefined && role !== "owner") return refused(403, "TEAM_OWNER_REQUIRED");
    return notFound && !isThere ? missing : done;
  }
  if (id === "renameProject") return isBounded(...bounds) ? outOfBounds : refused(404, "PROJECT_NOT_FOUND");
  if (id === "transfer") return isThere && isWithin(billing, ...bounds) ? done : refused(404, "ENTRY_NOT_FOUND");
  const place = places[String(notFound)];
  if (notFound && (!isThere || (place && !isWithin(place, ...bounds)))) return missing;
  if (notFound === "TRASH_ITEM_NOT_FOUND" && !scopesNow(grant).includes("entries:write"))
    return refused(403, "AUTH_SCOPE_REQUIRED");
  // What would be put outside, or take along what lies there.
  if (["createEntry", "importItems", "saveEnvFile"].includes(id) && !isWithin(billing, ...bounds)) return outOfBounds;
  if (id === "createEnvProject" && !isWithin({ project: "billing" }, ...bounds)) return outOfBounds;
  if (id === "deleteEnvProject" && bounds.some(({ environments }) => environments)) return outOfBounds;
  if (id === "createEntry" && !isThere) return refused(404, "CATEGORY_NOT_FOUND");
  return done;
}

/** Whether a list, or what is made of one, shows what lies in billing, by operation. */
const shows: Partial<Record<string, (text: string, things: Things) => boolean>> = {
  listCategories: (text, { category }) => text.includes(category),
  listEntries: (text, { entry }) => text.includes(entry),
  listTwoFactorTokens: (text, { token }) => text.includes(token),
  getEnvProject: (text, { file }) => text.includes(file),
  // The file may have been saved again by then.
  resolveEnvProject: (text) => text.includes('"name":"A"'),
  exportEntries: (text) => text.includes("not-a-real-value"),
  exportEverything: (text) => text.includes("not-a-real-value"),
  extractNames: (text, { entry }) => text.includes(entry),
  listReminders: (text, { entry }) => text.includes(entry),
  listTrash: (text, { trashed }) => text.includes(trashed),
  getStats: (text) => !text.includes('"totalEntries":0,'),
};

const idsIn = (things: Things): Partial<Record<string, Record<string, string>>> => ({
  CATEGORY_NOT_FOUND: { id: things.category },
  ENTRY_NOT_FOUND: { id: things.entry },
  TWO_FACTOR_NOT_FOUND: { id: things.token },
  ENV_PROJECT_NOT_FOUND: { id: things.project },
  ENV_FILE_NOT_FOUND: { id: things.project, fileId: things.file },
  TRASH_ITEM_NOT_FOUND: { id: things.trashed },
  ACCESS_KEY_NOT_FOUND: { id: things.accessKey },
  TRUST_RULE_NOT_FOUND: { id: things.rule },
  LINK_NOT_FOUND: { id: things.link },
  WEBHOOK_NOT_FOUND: { id: things.webhook, deliveryId: things.delivery },
});

const bodies: Partial<Record<string, (things: { category: string; entry: string }) => object>> = {
  createEntry: ({ category }) => ({
    categoryId: category,
    name: "billing",
    environment: "production",
    value: "not-a-real-value",
  }),
  createEnvProject: () => ({ name: "billing" }),
  updateEnvProject: () => ({ description: "told" }),
  saveEnvFile: () => ({ fileType: "env.production", content: "A=1\n" }),
  importItems: () => ({
    preview: true,
    entries: [
      {
        category: "Stripe",
        keyType: "simple",
        envVarName: "STRIPE_KEY",
        name: "billing",
        environment: "production",
        value: "another-fake-value",
      },
    ],
  }),
  extractNames: () => ({ prompt: "Stripe for billing" }),
  transfer: ({ entry }) => ({ teamId: null, entryIds: [entry] }),
  // All other things stand in projects that must keep their names.
  renameProject: () => ({ from: "nothing has this name", to: "another" }),
  deleteTeam: () => ({ name: "Payments" }),
};

type Answer = { status: number; code?: string; text: string; bytes: string };

/** An answer, and all of its bytes but those that differ between requests. */
async function ask(caller: Actor, contract: ContractSpec, ids: Record<string, string>, body?: object): Promise<Answer> {
  const { path, init } = operation(contract, body ? { ids, body: JSON.stringify(body) } : { ids });
  const headers = { ...caller.headers, Host: new URL(sharedBaseUrl()).host, ...init.headers };
  const {
    status,
    head,
    body: text,
  } = await exchange(sharedBaseUrl(), requestBytes(init.method, path, headers, init.body));
  const { code } = (status >= 400 ? JSON.parse(text) : {}) as { code?: string };
  const bytes = `${head.replace(/^(x-request-id|date): .*$/gim, "$1")}\n\n${text}`;
  return { status, ...(code && { code }), text, bytes };
}

/** The ids in a team's path: a member and an invitation, which nothing has been done with. */
async function idsInTeam({ id, owner, ...team }: TestTeam): Promise<Record<string, string>> {
  const { id: userId } = await aMember({ ...team, id, owner });
  const invitation = await owner.session.call(createInvitation, { params: { id }, body: { role: "reader" } });
  return { id, userId, invitationId: invitation.id };
}

const isSuch = ({ status, code }: Answer, outcome: Outcome) =>
  [outcome.status].flat().includes(status) && code === outcome.code;

let cases = 0;

/** Which cells are not as expected. */
async function faultsOf(grant: Grant): Promise<string[]> {
  const { caller, bounds, maker, team } = grant;
  const faults: string[] = [];
  const note = (contract: ContractSpec, what: string, is: unknown, should: unknown) => {
    cases += 1;
    if (JSON.stringify(is) !== JSON.stringify(should))
      faults.push(`${contract.id}, ${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
  };
  const things = await oneOfEach(maker);
  const inTeam = team && (await idsInTeam(team));
  for (const contract of guarded.filter((one) => !isOfAccount(one) || grant.kind === "key")) {
    const { id, notFound, method } = contract;
    const compare = (what: string, answer: Answer, outcome: Outcome) => {
      const is = { status: answer.status, code: answer.code };
      note(contract, what, is, isSuch(answer, outcome) ? is : outcome);
    };
    const outcome = expected(grant, contract, true);
    // What is refused leaves its things for the next operation.
    const isRefused = outcome.code !== undefined;
    const isLost = !isRefused && ((method === "DELETE" && !isOfTeams(contract)) || id === "transfer");
    const own = isLost ? await oneOfEach(maker) : things;
    const nothing = { category: randomUUID(), entry: randomUUID() };
    const missing = await ask(caller, contract, {}, bodies[id]?.(nothing));
    const hasIds = pathIdsOf(contract).length > 0 || id === "createEntry" || id === "transfer";
    if (hasIds) compare("missing", missing, expected(grant, contract, false));
    const ofTeam = team && method === "DELETE" && isOfTeams(contract) ? await idsInTeam(team) : inTeam;
    const ids = isOfTeams(contract) ? ofTeam : idsIn(own)[String(notFound)];
    const answer = hasIds ? await ask(caller, contract, ids ?? {}, bodies[id]?.(own)) : missing;
    compare("there", answer, outcome);
    if (hasIds && outcome.status === 404) note(contract, "its bytes", answer.bytes, missing.bytes);
    const isShown = shows[id]?.(answer.text, own);
    if (isShown !== undefined && answer.status === 200)
      note(contract, "what it shows", isShown, isWithin(billing, ...bounds));
  }
  return faults;
}

test.for(tried)("%s: every operation is answered as their grant says", async (name) => {
  const make = grants[name];
  const grant = make && (await make());
  expect(grant && (await faultsOf(grant))).toEqual([]);
});

test("operations on the account itself are answered alike, whatever team the request names", async () => {
  const answersOf = async (caller: Actor) => {
    const answers = [];
    for (const contract of guarded.filter(isOfAccount)) {
      const { path, init } = operation(contract);
      const { status } = await caller.fetch(path, init);
      answers.push(`${contract.id} ${status}`);
    }
    return answers;
  };
  const usual = await answersOf((await aUser()).session);
  expect(usual.length).toBeGreaterThan(20);
  const team = await aTeam();
  const named = [
    (await aMember(team, { role: "auditor", projects: ["elsewhere"] })).at,
    within((await aUser()).session, team.id),
    actor({ ...(await aUser()).session.headers, "X-Team-Id": "not-a-team" }),
  ];
  for (const caller of named) expect(await answersOf(caller)).toEqual(usual);
  cases += named.length * usual.length;
});

test("the matrix is whole", () => {
  const vaultAndTeam = guarded.filter((contract) => !isOfAccount(contract)).length;
  expect(vaultAndTeam).toBeGreaterThanOrEqual(40);
  expect(tried).toHaveLength(isOnPostgresql ? 10 : 24);
  expect(cases).toBeGreaterThan(isOnPostgresql ? 1_000 : 2_000);
  report({ figure: "grants", cases, operations: guarded.length, grants: tried.length });
});
