import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteEntry, getEntry, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "@/lib/contracts/vault/versions";
import { type Actor, aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { anEntry, isoInstant, missingId, validValues } from "../../support/rows/fixtures";
import { aMember, aTeam } from "../../support/callers/teams";

const write = (who: Actor, id: string, value: string) => who.call(updateEntry, { params: { id }, body: { value } });
const listed = async (who: Actor, id: string) =>
  (await who.call(listEntryVersions, { params: { id } })).map(({ version, current }) => ({ version, current }));
const at = async (who: Actor, id: string, version: number) =>
  (await who.call(revealEntryVersion, { params: { id, version: String(version) } })).value;
const valueOf = async (who: Actor, id: string) => (await who.call(revealEntry, { params: { id } })).value;
const restore = (who: Actor, id: string, version: number | string) =>
  who.call(restoreEntryVersion, { params: { id, version: String(version) } });

const aLimitedKey = async (session: Actor, limits: { projects?: string[]; revealsPerDay?: number }) => {
  const scopes = ["entries:read", "entries:reveal", "entries:write"] as const;
  return withKey((await session.call(createAccessKey, { body: { name: "ci", scopes: [...scopes], ...limits } })).key);
};

/** An env file of several texts. */
async function aFile(who: Actor, ...contents: string[]) {
  const { data: project } = await who.call(createEnvProject, { body: { name: "billing" } });
  const params = { id: project.id };
  let fileId = "";
  for (const content of contents)
    fileId = (await who.call(saveEnvFile, { params, body: { fileType: "env", content } })).data.id;
  return { params, file: { id: project.id, fileId } };
}

describe("an entry's versions", () => {
  test("are the values that it had, with who wrote each and when, the newest first", async () => {
    const { id: userId, session } = await aUser();
    const { id, createdAt } = await anEntry(session, { value: "first" });
    const { updatedAt } = await write(session, id, "second");
    const versions = await session.call(listEntryVersions, { params: { id } });
    const by = expect.objectContaining({ kind: "session", userId, keyId: null, keyPrefix: null }) as object;
    expect(versions).toEqual([
      { version: 2, createdAt: expect.stringMatching(isoInstant) as string, by, current: true, fieldNames: null },
      { version: 1, createdAt, by, current: false, fieldNames: null },
    ]);
    expect(Math.abs(Date.parse(updatedAt) - Date.parse(versions[0]?.createdAt ?? ""))).toBeLessThan(1_000);
    expect([await at(session, id, 1), await at(session, id, 2)]).toEqual(["first", "second"]);
  });

  test("have the field names of their own group", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { keyType: "group", value: '{"A":"1","B":"2"}' });
    await write(session, id, '{"C":"3"}');
    const versions = await session.call(listEntryVersions, { params: { id } });
    expect(versions.map(({ fieldNames }) => fieldNames)).toEqual([["C"], ["A", "B"]]);
    expect(await at(session, id, 1)).toEqual({ A: "1", B: "2" });
    expect((await restore(session, id, 1)).fieldNames).toEqual(["A", "B"]);
  });

  test("are made by a value alone: a new name, or the same value once more, makes none", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "first" });
    await session.call(updateEntry, { params: { id }, body: { name: "renamed" } });
    expect((await write(session, id, "first")).version).toBe(3);
    expect(await listed(session, id)).toEqual([{ version: 1, current: true }]);
    await write(session, id, "second");
    expect(await listed(session, id)).toEqual([
      { version: 4, current: true },
      { version: 1, current: false },
    ]);
  });

  test("do not tell whoever may write but not reveal whether a value equals the stored one", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:write", "entries:read"] });
    const { id } = await anEntry(session, { value: "first" });
    for (const value of ["first", "other"]) {
      const before = (await listed(key, id)).length;
      await write(key, id, value);
      expect(await listed(key, id)).toHaveLength(before + 1);
    }
  });

  test("come back as a new version: what they replace stays", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "first" });
    await write(session, id, "second");
    expect(await restore(session, id, 1)).toMatchObject({ id, version: 3 });
    expect(await valueOf(session, id)).toBe("first");
    expect(await listed(session, id)).toEqual([
      { version: 3, current: true },
      { version: 2, current: false },
      { version: 1, current: false },
    ]);
    expect([await at(session, id, 2), await at(session, id, 3)]).toEqual(["second", "first"]);
  });

  test("that are current come back without a change", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "first" });
    await session.call(updateEntry, { params: { id }, body: { name: "renamed" } });
    expect(await restore(session, id, 1)).toMatchObject({ id, version: 2 });
    expect(await session.call(getEntry, { params: { id } })).toMatchObject({ version: 2 });
  });

  test("come back once, however often they are restored", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "first" });
    await write(session, id, "second");
    const restored = await Promise.all(Array.from({ length: 5 }, () => restore(session, id, 1)));
    expect(restored.map(({ version }) => version)).toEqual([3, 3, 3, 3, 3]);
    expect(await restore(session, id, 1)).toMatchObject({ version: 3 });
    expect((await listed(session, id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    const { params, file } = await aFile(session, "A=1\n", "A=2\n");
    for (let times = 0; times < 2; times += 1)
      expect(await session.call(restoreEnvFileVersion, { params: { ...file, version: "1" } })).toMatchObject({
        data: { projectId: params.id, version: 3 },
      });
  });

  test.each(["0", "-1", "1.0", "01", "+1", "1e0", "9999999999", "4", "one", randomUUID()])(
    "have no number %s",
    async (version) => {
      const { session } = await aUser();
      const { id } = await anEntry(session, { value: "first" });
      await write(session, id, "second");
      const missing = { status: 404, code: "VERSION_NOT_FOUND" };
      await expect(restore(session, id, version)).rejects.toMatchObject(missing);
      await expect(session.call(revealEntryVersion, { params: { id, version } })).rejects.toMatchObject(missing);
      expect(await valueOf(session, id)).toBe("second");
    },
  );

  test("are missing with their entry, in the trash too", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session);
    await session.call(deleteEntry, { params: { id } });
    const missing = { status: 404, code: "ENTRY_NOT_FOUND" };
    for (const gone of [id, missingId]) {
      await expect(listed(session, gone)).rejects.toMatchObject(missing);
      await expect(at(session, gone, 1)).rejects.toMatchObject(missing);
      await expect(restore(session, gone, 1)).rejects.toMatchObject(missing);
    }
  });

  test("of two that are restored at once for one version, one is refused", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "first" });
    await write(session, id, "second");
    const send = () =>
      session.fetch(`/api/entries/${id}/versions/1/restore`, { method: "POST", headers: { "If-Match": '"2"' } });
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
    expect(await listed(session, id)).toHaveLength(3);
  });

  test("of many writes at once are all there", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "value 0" });
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(session, id, `value ${index + 1}`)));
    const numbers = (await listed(session, id)).map(({ version }) => version);
    expect(numbers).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const values = await Promise.all(numbers.map((version) => at(session, id, version)));
    expect(values.sort()).toEqual(Array.from({ length: 9 }, (_, index) => `value ${index}`));
  });

  test("count towards what a key may reveal in a day, the current one too", async () => {
    const { session } = await aUser();
    const key = await aLimitedKey(session, { revealsPerDay: 2 });
    const { id } = await anEntry(session, { value: "first" });
    await write(session, id, "second");
    expect([await at(key, id, 1), await at(key, id, 2)]).toEqual(["first", "second"]);
    await expect(at(key, id, 1)).rejects.toMatchObject({ code: "REVEALS_SPENT" });
  });

  test("are the entry's own 404 outside a key's limits", async () => {
    const { session } = await aUser();
    const key = await aLimitedKey(session, { projects: ["web"] });
    const { id } = await anEntry(session, { name: "billing" });
    await write(session, id, "second");
    for (const [method, path] of [
      ["GET", "versions"],
      ["POST", "versions/1/reveal"],
      ["POST", "versions/1/restore"],
    ] as const) {
      const answer = async (entryId: string) => {
        const response = await key.fetch(`/api/entries/${entryId}/${path}`, { method });
        return [response.status, await response.text()];
      };
      expect(await answer(id)).toEqual(await answer(missingId));
    }
    const { id: near } = await anEntry(session, { name: "web", value: "first" });
    await write(key, near, "second");
    expect(await at(key, near, 1)).toBe("first");
    expect((await key.call(listEntryVersions, { params: { id: near } }))[0]?.by).toMatchObject({ kind: "key" });
  });
});

describe("an env file's versions", () => {
  test("name their variables, never a value", async () => {
    const { session } = await aUser();
    const secret = randomUUID();
    const { file: params } = await aFile(session, `A=${secret}\nexport B='${secret}'\nA=2\n`, `# ${secret}\nC=3\n`, "");
    const answer = await session.call(listEnvFileVersions, { params });
    expect(answer.data.map(({ version, current, variableNames }) => [version, current, variableNames])).toEqual([
      [3, true, []],
      [2, false, ["C"]],
      [1, false, ["A", "B"]],
    ]);
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test("are revealed and restored byte for byte", async () => {
    const { session } = await aUser();
    const first = "A='1'  # as it was\r\n\r\nB=2";
    const { params: project, file: params } = await aFile(session, first, "A=2\n");
    const revealed = await session.call(revealEnvFileVersion, { params: { ...params, version: "1" } });
    expect(revealed.data).toMatchObject({ content: first, version: 1, fileType: "env" });
    const restored = await session.call(restoreEnvFileVersion, { params: { ...params, version: "1" } });
    expect(restored.data).toMatchObject({ id: params.fileId, version: 3 });
    expect((await session.call(revealEnvFile, { params })).data.content).toBe(first);
    await session.call(saveEnvFile, { params: project, body: { fileType: "env", content: first } });
    const { data } = await session.call(listEnvFileVersions, { params });
    expect(data.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test("are missing under another project, and where the file is", async () => {
    const { session } = await aUser();
    const { file } = await aFile(session, "A=1\n", "A=2\n");
    const other = await aFile(session, "A=1\n");
    const missing = { status: 404, code: "ENV_FILE_NOT_FOUND" };
    for (const params of [
      { id: other.file.id, fileId: file.fileId },
      { id: file.id, fileId: missingId },
    ]) {
      await expect(session.call(listEnvFileVersions, { params })).rejects.toMatchObject(missing);
      for (const operation of [revealEnvFileVersion, restoreEnvFileVersion])
        await expect(session.call(operation, { params: { ...params, version: "1" } })).rejects.toMatchObject(missing);
    }
  });
});

describe("in a team", () => {
  test("an auditor lists versions, a reader reveals them too, and only an editor restores them", async () => {
    const team = await aTeam();
    const [auditor, reader, editor] = [
      await aMember(team, { role: "auditor" }),
      await aMember(team, { role: "reader" }),
      await aMember(team, { role: "editor" }),
    ];
    const { id } = await anEntry(team.owner.at, { value: validValues.simple });
    await write(editor.at, id, "second");
    const refused = { status: 403, code: "AUTH_SCOPE_REQUIRED" };
    for (const who of [auditor, reader]) {
      expect(await listed(who.at, id)).toHaveLength(2);
      await expect(restore(who.at, id, 1)).rejects.toMatchObject(refused);
    }
    await expect(at(auditor.at, id, 1)).rejects.toMatchObject(refused);
    expect(await at(reader.at, id, 1)).toBe(validValues.simple);
    expect((await team.owner.at.call(listEntryVersions, { params: { id } }))[0]?.by?.userId).toBe(editor.id);
    expect(await restore(editor.at, id, 1)).toMatchObject({ version: 3 });
  });
});
