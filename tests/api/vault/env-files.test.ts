import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createEnvProject,
  type EnvFile,
  getEnvProject,
  revealEnvFile,
  saveEnvFile,
  type SaveEnvFile,
} from "@/lib/contracts/vault/envs";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { isoInstant, missingId } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { beginUpload } from "../../support/http/slow-upload";
import { hostileValue } from "../../unit/dotenv/hostile";

const mebibyte = 1024 * 1024;

const aProject = async (who: Actor, name = "billing") => (await who.call(createEnvProject, { body: { name } })).data.id;
const save = async (who: Actor, id: string, body: SaveEnvFile): Promise<EnvFile> =>
  (await who.call(saveEnvFile, { params: { id }, body })).data;
const content = async (who: Actor, id: string, fileId: string) =>
  (await who.call(revealEnvFile, { params: { id, fileId } })).data.content;

describe("env files", () => {
  test("a file is created with 201, replaced with 200 in the same row, and revealed as last saved", async () => {
    const { session, key } = await aUserWithKey();
    const projectId = await aProject(session);
    const first = await send(key, "POST", `/api/envs/${projectId}/files`, {
      fileType: "env.local",
      content: "DEBUG=1\n",
    });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        projectId,
        fileType: "env.local",
        createdAt: expect.stringMatching(isoInstant),
        updatedAt: expect.stringMatching(isoInstant),
        version: 1,
      },
    });
    const second = await send(session, "POST", `/api/envs/${projectId}/files`, {
      fileType: "env.local",
      content: "DEBUG=2\n",
    });
    const { data: project } = await session.call(getEnvProject, { params: { id: projectId } });
    const [file] = project.files;
    expect([second.status, project.files.length, second.json]).toEqual([200, 1, { data: file }]);
    expect(first.json).toEqual({ data: { ...file, updatedAt: expect.any(String), version: 1 } });
    for (const who of [session, key]) {
      expect(await send(who, "POST", `/api/envs/${projectId}/files/${file?.id}/reveal`)).toMatchObject({
        status: 200,
        json: { data: { id: file?.id, projectId, fileType: "env.local", content: "DEBUG=2\n" } },
      });
    }
  });

  test("each type has its own file, and the list is ordered by type", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    const types = ["env.production", "env", "env.development", "env.local"] as const;
    const saved = new Map<string, EnvFile>();
    for (const fileType of types)
      saved.set(fileType, await save(session, id, { fileType, content: `TYPE=${fileType}` }));
    const { data: project } = await session.call(getEnvProject, { params: { id } });
    expect(project.files).toEqual([...types].sort().map((fileType) => saved.get(fileType)));
    for (const { id: fileId, fileType } of project.files)
      expect(await content(session, id, fileId)).toBe(`TYPE=${fileType}`);
  });

  test("only a reveal returns the content, and nothing returns its ciphertext", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    const canary = "CANARY=not-real";
    const answers = [
      await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: canary }),
      await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: canary }),
      await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: canary, colour: "red" }),
      await send(session, "GET", `/api/envs/${id}`),
      await send(session, "GET", "/api/envs"),
      await send(session, "PUT", `/api/envs/${id}`, { description: "x" }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/canary|"content"|encrypted|cipher/i);
  });

  test("any text is returned exactly, including the empty file, NUL, CR and a byte order mark", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    const { id: fileId } = await save(session, id, { fileType: "env", content: "" });
    expect(await content(session, id, fileId)).toBe("");
    const texts = fc
      .array(hostileValue, { maxLength: 6 })
      .map((parts) => `\ufeff${parts.join("\r\n")}\0`)
      .filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await save(session, id, { fileType: "env", content: text });
        expect(await content(session, id, fileId)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  test("1 MiB of UTF-8 is the limit, counted in bytes; beyond 7 MiB of body it is 413", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    for (const unit of ["a", "é", "🔑"]) {
      const full = unit.repeat(mebibyte / Buffer.byteLength(unit));
      const { id: fileId } = await save(session, id, { fileType: "env", content: full });
      expect(await content(session, id, fileId)).toBe(full);
      expect(
        await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: `${full}a` }),
      ).toMatchObject(refusedField("content"));
      expect(
        await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: full.repeat(7) }),
      ).toMatchObject({ status: 413, json: { code: "BODY_TOO_LARGE" } });
      expect(await content(session, id, fileId)).toBe(full);
    }
  });

  test.each([
    ["quotes, as every program writes them", '"', '\\"'],
    ["letters, as programs write them that send ASCII only", "ж", "\\u0436"],
    ["control characters", "\u0001", "\\u0001"],
    ["plain letters, as nobody need write them", "a", "\\u0061"],
  ])("1 MiB is accepted however it is escaped: %s", async (_, unit, escaped) => {
    const { session } = await aUser();
    const id = await aProject(session);
    const units = mebibyte / Buffer.byteLength(unit);
    const body = `{"fileType":"env","content":"${escaped.repeat(units)}"}`;
    const { status, json } = await send(session, "POST", `/api/envs/${id}/files`, body);
    expect(status).toBe(201);
    expect((await content(session, id, (json as { data: EnvFile }).data.id)) === unit.repeat(units)).toBe(true);
  });

  test.each([
    ["an unlisted type", "fileType", { fileType: "env.test", content: "A=1" }],
    ["a type with a path", "fileType", { fileType: "../env", content: "A=1" }],
    ["no type", "fileType", { content: "A=1" }],
    ["no content", "content", { fileType: "env" }],
    ["null as content", "content", { fileType: "env", content: null }],
    ["an object as content", "content", { fileType: "env", content: { A: "1" } }],
    ["an unknown field", "name", { fileType: "env", content: "A=1", name: "x" }],
  ])("%s is refused by name, and nothing is stored", async (_, path, body) => {
    const { session } = await aUser();
    const id = await aProject(session);
    expect(await send(session, "POST", `/api/envs/${id}/files`, body)).toMatchObject(refusedField(path));
    expect((await session.call(getEnvProject, { params: { id } })).data.files).toEqual([]);
  });

  test("a lone surrogate is refused, and the stored file stays", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    const { id: fileId } = await save(session, id, { fileType: "env", content: "A=1" });
    expect(
      await send(session, "POST", `/api/envs/${id}/files`, '{"fileType":"env","content":"A=\\udc00"}'),
    ).toMatchObject(refusedField("content"));
    expect(await content(session, id, fileId)).toBe("A=1");
  });

  test("a missing, a malformed, another project's and somebody else's file get the same 404", async () => {
    const [{ session, key }, other] = await Promise.all([aUserWithKey(), aUser()]);
    const [id, second, theirProject] = [
      await aProject(session),
      await aProject(session, "second"),
      await aProject(other.session),
    ];
    const elsewhere = await save(session, second, { fileType: "env", content: "A=1" });
    const theirs = await save(other.session, theirProject, { fileType: "env", content: "A=1" });
    const paths = [
      `${id}/files/${missingId}`,
      `${id}/files/no-uuid`,
      `${id}/files/${elsewhere.id}`,
      `${id}/files/${theirs.id}`,
      `${theirProject}/files/${theirs.id}`,
      `no-uuid/files/${elsewhere.id}`,
    ];
    for (const [method, tail] of [
      ["DELETE", ""],
      ["POST", "/reveal"],
    ] as const) {
      const answers = await Promise.all(
        paths.flatMap((path) => [session, key].map((who) => send(who, method, `/api/envs/${path}${tail}`))),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['404 {"error":"Env file not found","code":"ENV_FILE_NOT_FOUND"}']),
      );
    }
    expect([
      await content(session, second, elsewhere.id),
      await content(other.session, theirProject, theirs.id),
    ]).toEqual(["A=1", "A=1"]);
  });

  test("a deleted file is gone, 204 without a body, and its type can be created again with 201", async () => {
    const { session, key } = await aUserWithKey();
    const id = await aProject(session);
    const { id: fileId } = await save(session, id, { fileType: "env", content: "A=1" });
    expect(await send(key, "DELETE", `/api/envs/${id}/files/${fileId}`)).toMatchObject({ status: 204, text: "" });
    expect(await send(session, "POST", `/api/envs/${id}/files/${fileId}/reveal`)).toMatchObject({
      status: 404,
      json: { code: "ENV_FILE_NOT_FOUND" },
    });
    expect((await send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: "" })).status).toBe(201);
  });

  test.each(["env", "env.local", "env.production", "env.development"] as const)(
    "16 concurrent saves leave one row with one writer's whole content, and one of them created it: %s",
    async (fileType) => {
      const { session, key } = await aUserWithKey();
      const id = await aProject(session);
      const contents = Array.from({ length: 16 }, (_, index) => `WRITER=${index}\n`.repeat(100 * (index + 1)));
      // All are admitted first and end together, so that none has saved before another looks.
      const uploads = await Promise.all(
        contents.map((text, index) =>
          beginUpload(index % 2 ? key : session, "POST", `/api/envs/${id}/files`, { fileType, content: text }),
        ),
      );
      const answers = await Promise.all(uploads.map(({ finish }) => finish()));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 15 }, () => 200), 201]);
      const { data: project } = await session.call(getEnvProject, { params: { id } });
      expect([project.files.length, project.fileCount]).toEqual([1, 1]);
      expect(contents).toContain(await content(session, id, project.files[0]?.id ?? ""));
    },
  );

  test("concurrent saves and deletions of one file each get their own status, never a 5xx", async () => {
    const { session } = await aUser();
    const id = await aProject(session);
    const { id: fileId } = await save(session, id, { fileType: "env", content: "A=0" });
    const saves = Array.from({ length: 12 }, (_, index) =>
      send(session, "POST", `/api/envs/${id}/files`, { fileType: "env", content: `A=${index}` }),
    );
    const deletions = Array.from({ length: 4 }, () => send(session, "DELETE", `/api/envs/${id}/files/${fileId}`));
    const [saved, deleted] = await Promise.all([Promise.all(saves), Promise.all(deletions)]);
    expect(saved.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    const { files } = (await session.call(getEnvProject, { params: { id } })).data;
    expect(files.length).toBeLessThanOrEqual(1);
    for (const { id: left } of files) expect(await content(session, id, left)).toMatch(/^A=\d+$/);
  });
});
