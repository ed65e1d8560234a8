import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { actsInVault, type ContractSpec } from "@/lib/contracts/contract";
import { errorCodesOf } from "@/lib/contracts/error-codes";
import { removeMember } from "@/lib/contracts/people/members";
import { type Actor, aUser } from "../../support/callers/actors";
import { aMember, aTeam, type TestMember, type TestTeam, within } from "../../support/callers/teams";
import { operation, pathIdsOf } from "../../support/http/operations";
import { send } from "../../support/http/raw";

/** Operations that are for a team's owners alone. Joining two projects is for them only in some cases. */
const ofOwners = contracts.filter(
  (contract) => errorCodesOf(contract).includes("TEAM_OWNER_REQUIRED") && contract.id !== "renameProject",
);

const refusal = (status: number, code: string) => ({ status, json: { code } });

let team: TestTeam;
let auditor: TestMember;
beforeAll(async () => {
  team = await aTeam();
  auditor = await aMember(team, { role: "auditor" });
});

/** What a request gets: valid and for nothing that exists, and with each fault that a request can have. */
async function answersTo(caller: Actor, contract: ContractSpec): Promise<Record<string, string>> {
  const ofTeam: Record<string, string> = actsInVault(contract) ? {} : { id: team.id };
  const ask = async (ids: Record<string, string>, { type = "application/json", body, search = "" }: Fault = {}) => {
    const { path, init } = operation(contract, { ids: { ...ofTeam, ...ids }, ...(body !== undefined && { body }) });
    const headers = { ...(init.body !== undefined && { "Content-Type": type }) };
    const response = await caller.fetch(`${path}${search}`, { ...init, headers });
    return `${response.status} ${await response.text()}`;
  };
  const answers: Record<string, string> = { valid: await ask({}) };
  for (const name of pathIdsOf(contract).filter((name) => !(name in ofTeam)))
    answers[`a malformed ${name}`] = await ask({ [name]: "x" });
  if (contract.query) answers["an unknown parameter"] = await ask({}, { search: "?colour=red" });
  if (!contract.body) return answers;
  return {
    ...answers,
    "no JSON": await ask({}, { body: "{" }),
    "an unknown field": await ask({}, { body: '{"colour":"red"}' }),
    "another type": await ask({}, { type: "text/plain" }),
  };
}
type Fault = { type?: string; body?: string; search?: string };

const every = (answers: Record<string, string>, answer: unknown) =>
  Object.fromEntries(Object.keys(answers).map((name) => [name, answer]));

test.for(ofOwners)(
  "$id: who is no owner is refused alike, whether or not the request is valid, and so is who is no member",
  async (contract) => {
    const answers = await answersTo(auditor.at, contract);
    expect(answers.valid).toMatch(/^403 .*"TEAM_OWNER_REQUIRED"/);
    expect(answers).toEqual(every(answers, answers.valid));
    const strangers = await answersTo(within((await aUser()).session, team.id), contract);
    expect(strangers.valid).toMatch(/^404 .*"TEAM_NOT_FOUND"/);
    expect(strangers).toEqual(every(strangers, strangers.valid));
  },
);

test("they are the operations of webhooks, and those that change a team or tell of its other members", () => {
  expect(ofOwners.filter(({ tag }) => tag === "Webhooks")).toHaveLength(7);
  expect(
    ofOwners
      .filter(({ tag }) => tag !== "Webhooks")
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    [
      ...["updateTeam", "deleteTeam", "updateMember", "removeMember", "getMemberExposure"],
      ...["createInvitation", "listInvitations", "deleteInvitation"],
    ].sort(),
  );
});

test("whoever asks about themselves learns what is wrong with the request, in a team of theirs", async () => {
  const own = `/api/teams/${team.id}/members/${auditor.id}`;
  expect(await send(auditor.session, "DELETE", `${own}?keys=all`)).toMatchObject(refusal(400, "VALIDATION_ERROR"));
  expect((await send(auditor.session, "GET", `${own}/exposure`)).status).toBe(200);
  const elsewhere = `/api/teams/${randomUUID()}/members/${auditor.id}`;
  expect(await send(auditor.session, "GET", `${elsewhere}/exposure`)).toMatchObject(refusal(404, "TEAM_NOT_FOUND"));
  const leaving = await aMember(team, { role: "reader" });
  await leaving.session.call(removeMember, { params: { id: team.id, userId: leaving.id } });
});
