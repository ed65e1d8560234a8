import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile, updateEnvProject } from "@/lib/contracts/vault/envs";
import { renameProject } from "@/lib/contracts/vault/projects";
import { transfer } from "@/lib/contracts/transfer/transfer";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "@/lib/contracts/vault/versions";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { aMember, aTeam } from "../../support/callers/teams";

/*
 * What a row held in another project or environment lies outside the limits of whoever reaches only where it is now.
 */

const limits = { projects: ["web"], environments: ["development" as const, "none" as const] };
const missing = { status: 404, code: "VERSION_NOT_FOUND" };

const aLimitedKey = async (session: Actor) => {
  const scopes = ["entries:read", "entries:reveal", "entries:write", "envs:read", "envs:reveal", "envs:write"] as const;
  return withKey((await session.call(createAccessKey, { body: { name: "ci", scopes: [...scopes], ...limits } })).key);
};
const listed = async (who: Actor, id: string) =>
  (await who.call(listEntryVersions, { params: { id } })).map(({ version }) => version);
const valueAt = async (who: Actor, id: string, version: string) =>
  (await who.call(revealEntryVersion, { params: { id, version } })).value;

test("a limited key reaches no value that an entry had before it came inside, and each since", async () => {
  const { session } = await aUser();
  const key = await aLimitedKey(session);
  const { id } = await anEntry(session, { name: "billing", environment: "production", value: "first" });
  await session.call(updateEntry, {
    params: { id },
    body: { name: "web", environment: "development", value: "second" },
  });
  await session.call(updateEntry, { params: { id }, body: { value: "third" } });

  expect(await listed(key, id)).toEqual([3, 2]);
  expect(await valueAt(key, id, "2")).toBe("second");
  for (const operation of [revealEntryVersion, restoreEntryVersion])
    await expect(key.call(operation, { params: { id, version: "1" } })).rejects.toMatchObject(missing);
  expect(await listed(session, id)).toEqual([3, 2, 1]);
  expect(await valueAt(session, id, "1")).toBe("first");
});

test("another environment is another place; other notes, and the same names sent back, are none", async () => {
  const { session } = await aUser();
  const key = await aLimitedKey(session);
  const { id } = await anEntry(session, { name: "web", environment: "development", value: "first" });
  await session.call(updateEntry, { params: { id }, body: { value: "second" } });
  const same = { name: "web", environment: "development" as const, notes: "Renewed in March" };
  await session.call(updateEntry, { params: { id }, body: same });
  expect(await valueAt(key, id, "1")).toBe("first");
  await session.call(updateEntry, { params: { id }, body: { environment: "production" } });
  await session.call(updateEntry, { params: { id }, body: { environment: "development" } });
  await expect(valueAt(key, id, "1")).rejects.toMatchObject(missing);
});

test("a limited member takes no entry along whose former values they do not reach", async () => {
  const team = await aTeam();
  const editor = await aMember(team, { role: "editor", projects: ["web"] });
  const { id } = await anEntry(team.owner.at, { name: "billing", value: "first" });
  await team.owner.at.call(updateEntry, { params: { id }, body: { name: "web", value: "second" } });
  const move = () => editor.at.call(transfer, { body: { teamId: null, entryIds: [id] } });
  await expect(move()).rejects.toMatchObject({ status: 403, code: "OUT_OF_BOUNDS" });
  expect(await valueAt(team.owner.at, id, "1")).toBe("first");

  const { id: own } = await anEntry(team.owner.at, { name: "web", value: "first" });
  await team.owner.at.call(updateEntry, { params: { id: own }, body: { value: "second" } });
  await editor.at.call(transfer, { body: { teamId: null, entryIds: [own] } });
  expect(await valueAt(editor.session, own, "1")).toBe("first");
});

async function aFile(who: Actor, name: string, ...contents: string[]) {
  const { data: project } = await who.call(createEnvProject, { body: { name } });
  const params = { id: project.id };
  let fileId = "";
  for (const content of contents)
    fileId = (await who.call(saveEnvFile, { params, body: { fileType: "env", content } })).data.id;
  return { id: project.id, fileId };
}

test("a limited key reaches no text that an env file had under another project's name", async () => {
  const { session } = await aUser();
  const key = await aLimitedKey(session);
  const file = await aFile(session, "billing", "A=first\n", "A=second\n");
  await session.call(updateEnvProject, { params: { id: file.id }, body: { name: "web" } });
  await session.call(saveEnvFile, { params: { id: file.id }, body: { fileType: "env", content: "A=third\n" } });

  const { data } = await key.call(listEnvFileVersions, { params: file });
  expect(data.map(({ version }) => version)).toEqual([3, 2]);
  for (const operation of [revealEnvFileVersion, restoreEnvFileVersion])
    await expect(key.call(operation, { params: { ...file, version: "1" } })).rejects.toMatchObject(missing);
  const first = await session.call(revealEnvFileVersion, { params: { ...file, version: "1" } });
  expect(first.data.content).toBe("A=first\n");
});

test("a project that is renamed keeps its history for those who are limited to it; one that joins another does not bring it", async () => {
  const { session } = await aUser();
  const key = await aLimitedKey(session);
  const rename = (from: string, to: string) => session.call(renameProject, { body: { from, to, merge: true } });
  const { id } = await anEntry(session, { name: "web", environment: null, value: "first" });
  await session.call(updateEntry, { params: { id }, body: { value: "second" } });
  await rename("web", "shop");
  expect(await valueAt(key, id, "1")).toBe("first");

  const { id: joining } = await anEntry(session, { name: "billing", environment: null, value: "first" });
  await session.call(updateEntry, { params: { id: joining }, body: { value: "second" } });
  const file = await aFile(session, "billing", "A=first\n", "A=second\n");
  await rename("billing", "shop");
  expect(await listed(key, joining)).toEqual([2]);
  expect((await key.call(listEnvFileVersions, { params: file })).data).toHaveLength(1);
});
