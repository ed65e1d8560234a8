import { describe, expect, test } from "vitest";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  type EnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
  updateEnvProject,
} from "@/lib/contracts/vault/envs";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { isoInstant, missingId } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";

const aProject = async (who: Actor, name = "billing", description?: string): Promise<EnvProject> =>
  (await who.call(createEnvProject, { body: { name, ...(description === undefined ? {} : { description }) } })).data;

const searched = async (who: Actor, search: string) =>
  (await who.call(listEnvProjects, { query: { search } })).data.map(({ name }) => name);

describe("env projects", () => {
  test("a created project is returned completely, in the list and by id, to keys and sessions", async () => {
    const { id: userId, session, key } = await aUserWithKey();
    const answer = await send(key, "POST", "/api/envs", { name: "billing", description: "The billing service" });
    const created = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId,
      name: "billing",
      description: "The billing service",
      fileCount: 0,
      createdAt: expect.stringMatching(isoInstant),
      updatedAt: expect.stringMatching(isoInstant),
      version: 1,
    };
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ data: created });
    const { data } = await session.call(listEnvProjects);
    expect({ data: data[0] }).toEqual(answer.json);
    expect(await key.call(getEnvProject, { params: { id: data[0]?.id ?? "" } })).toEqual({
      data: { ...created, files: [] },
    });
  });

  test("a missing or cleared description is the empty string", async () => {
    const { session } = await aUser();
    expect((await aProject(session)).description).toBe("");
    expect(await send(session, "POST", "/api/envs", { name: "a", description: null })).toMatchObject({
      status: 201,
      json: { data: { description: "" } },
    });
    const { id } = await aProject(session, "b", "text");
    expect(await send(session, "PUT", `/api/envs/${id}`, { description: null })).toMatchObject({
      status: 200,
      json: { data: { description: "", name: "b" } },
    });
  });

  test("a change affects only the given fields, and a project can be sent back as read, with files and count", async () => {
    const { session, key } = await aUserWithKey();
    const { id } = await aProject(session, "billing", "text");
    await session.call(saveEnvFile, { params: { id }, body: { fileType: "env", content: "A=1\n" } });
    const { data: read } = await session.call(getEnvProject, { params: { id } });
    const { data: changed } = await key.call(updateEnvProject, {
      params: { id },
      body: { ...read, id: missingId, userId: "x", createdAt: 0, updatedAt: 0, fileCount: 99, name: "checkout" },
    });
    const { files: _, ...before } = read;
    expect(changed).toEqual({ ...before, name: "checkout", updatedAt: changed.updatedAt, version: 2 });
    expect(await session.call(updateEnvProject, { params: { id }, body: {} })).toMatchObject({
      data: { name: "checkout", description: "text", fileCount: 1 },
    });
  });

  test.each([
    ["empty", "name", { name: "" }],
    ["long", "name", { name: "x".repeat(201) }],
    ["NUL in", "name", { name: "a\0b" }],
    ["null", "name", { name: null }],
    ["long", "description", { description: "x".repeat(4_001) }],
    ["number as", "description", { description: 5 }],
    ["unknown", "content", { content: "A=1" }],
  ])("%s %s: refused by name, on creation and on change, and nothing is stored", async (_, path, fault) => {
    const { session } = await aUser();
    const project = await aProject(session);
    expect(await send(session, "POST", "/api/envs", { name: "other", ...fault })).toMatchObject(refusedField(path));
    expect(
      await send(session, "PUT", `/api/envs/${project.id}`, { description: "half a change", ...fault }),
    ).toMatchObject(refusedField(path));
    expect(await session.call(listEnvProjects)).toEqual({ data: [project] });
  });

  test("a missing, a malformed and somebody else's project get the same 404 from every operation", async () => {
    const [{ session, key }, other] = await Promise.all([aUserWithKey(), aUser()]);
    const theirs = await aProject(other.session);
    for (const [method, tail, body] of [
      ["GET", "", undefined],
      ["PUT", "", { name: "mine" }],
      ["DELETE", "", undefined],
      ["POST", "/files", { fileType: "env", content: "A=1" }],
    ] as const) {
      const answers = await Promise.all(
        [missingId, theirs.id, "no-uuid"].flatMap((id) =>
          [session, key].map((who) => send(who, method, `/api/envs/${id}${tail}`, body)),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['404 {"error":"Env project not found","code":"ENV_PROJECT_NOT_FOUND"}']),
      );
    }
    expect(await other.session.call(getEnvProject, { params: { id: theirs.id } })).toEqual({
      data: { ...theirs, files: [] },
    });
  });

  test("deleting a project deletes its files and no others: 204 without a body, then 404", async () => {
    const { session, key } = await aUserWithKey();
    const [doomed, kept] = [await aProject(session, "a"), await aProject(session, "b")];
    const save = async ({ id }: EnvProject) =>
      (await session.call(saveEnvFile, { params: { id }, body: { fileType: "env", content: "A=1" } })).data.id;
    const [doomedFile, keptFile] = [await save(doomed), await save(kept)];
    expect(await send(key, "DELETE", `/api/envs/${doomed.id}`)).toMatchObject({ status: 204, text: "" });
    expect(await send(session, "GET", `/api/envs/${doomed.id}`)).toMatchObject({
      status: 404,
      json: { code: "ENV_PROJECT_NOT_FOUND" },
    });
    expect(await send(session, "POST", `/api/envs/${doomed.id}/files/${doomedFile}/reveal`)).toMatchObject({
      status: 404,
      json: { code: "ENV_FILE_NOT_FOUND" },
    });
    await expect(session.call(deleteEnvProject, { params: { id: doomed.id } })).rejects.toMatchObject({ status: 404 });
    expect((await session.call(revealEnvFile, { params: { id: kept.id, fileId: keptFile } })).data.content).toBe("A=1");
  });

  test("the count follows the files", async () => {
    const { session } = await aUser();
    const { id } = await aProject(session);
    const count = async () => (await session.call(listEnvProjects)).data[0]?.fileCount;
    const { data } = await session.call(saveEnvFile, { params: { id }, body: { fileType: "env", content: "" } });
    await session.call(saveEnvFile, { params: { id }, body: { fileType: "env.local", content: "" } });
    expect(await count()).toBe(2);
    await session.call(deleteEnvFile, { params: { id, fileId: data.id } });
    expect(await count()).toBe(1);
  });

  test("the list is ordered by name bytewise, then by creation", async () => {
    const { session } = await aUser();
    const made: string[] = [];
    for (const name of ["b", "a", "B", "a", "é"]) made.push((await aProject(session, name)).id);
    expect((await session.call(listEnvProjects)).data.map(({ id }) => made.indexOf(id))).toEqual([2, 1, 3, 0, 4]);
  });
});

describe("search", () => {
  test.each([
    ["a part of the name", "illin", ["Billing"]],
    ["in another case", "bILLING", ["Billing"]],
    ["beyond ASCII in another case", "ÜBERGRÖSSE", ["übergrösse"]],
    ["Cyrillic in another case", "касса", ["КАССА 2"]],
    ["Greek, whose last sigma differs", "ΟΔΟΣ", ["ΟΔΟΣΑ"]],
    ["% as itself", "%", ["100% real"]],
    ["_ as itself", "a_b", ["a_b"]],
    ["a backslash as itself", "\\", ["back\\slash"]],
    ["* as itself", "*", []],
    ["nothing", "", ["100% real", "Billing", "a_b", "axb", "back\\slash", "übergrösse", "ΟΔΟΣΑ", "КАССА 2"]],
    ["what no name has", "zzz", []],
  ])("finds %s", async (_, search, found) => {
    const { session, key } = await aUserWithKey();
    for (const name of ["Billing", "100% real", "a_b", "axb", "back\\slash", "übergrösse", "КАССА 2", "ΟΔΟΣΑ"])
      await aProject(session, name);
    expect(await searched(session, search)).toEqual(found);
    expect(await searched(key, search)).toEqual(found);
  });

  test("searches only the caller's own projects, and only names", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUser()]);
    await aProject(session, "billing", "mentions checkout");
    await aProject(other.session, "checkout");
    expect(await searched(session, "checkout")).toEqual([]);
  });

  test.each([
    ["a long text", `search=${"x".repeat(201)}`, "search"],
    ["two texts", "search=a&search=b", "search"],
    ["another parameter", "sort=name", "sort"],
  ])("%s is refused by name", async (_, query, path) => {
    const { session } = await aUser();
    expect(await send(session, "GET", `/api/envs?${query}`)).toMatchObject(refusedField(path));
  });
});
