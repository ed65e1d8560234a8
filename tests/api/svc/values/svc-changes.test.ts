import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { startHoldingProxy } from "../../../support/programs/holding-proxy";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();
const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/**
 * The shared vault behind a proxy that runs other work just before it lets a request through: the first matching one,
 * or the one after `skipped`.
 */
async function meanwhile(
  method: string,
  path: string,
  work: () => Promise<unknown>,
  { skipped = 0 } = {},
): Promise<string> {
  const proxy = await startHoldingProxy(sharedBaseUrl());
  closing.push(() => proxy.end());
  for (let index = 0; index < skipped; index += 1) proxy.hold("request", method, path).release();
  const held = proxy.hold("request", method, path);
  void held.arrived.then(work).finally(held.release);
  return proxy.url;
}

async function aCaller() {
  const { key, accessKey } = await aUserWithKey();
  return { key, svc: svcWith(sharedBaseUrl(), accessKey.key), through: (url: string) => svcWith(url, accessKey.key) };
}

describe("svc set during changes by others", () => {
  test("adds its field to the group as others left it", async () => {
    const { key, through } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group", value: '{"A":"1","B":"1"}' });
    const url = await meanwhile("PUT", `/api/entries/${id}`, () =>
      key.call(updateEntry, { params: { id }, body: { value: '{"A":"theirs","B":"1"}' } }),
    );
    expect(await through(url)(["set", "B"], { input: "mine" })).toMatchObject({
      code: 0,
      stderr: "svc: B was changed.\n",
    });
    expect((await key.call(revealEntry, { params: { id } })).value).toEqual({ A: "theirs", B: "mine" });
  });

  test.for(["category", "entry"])(
    "creates no second entry if others create the new name first (with the %s)",
    async (first) => {
      const { key, through } = await aCaller();
      const make = async () => {
        const { id } = await key.call(createCategory, { body: { name: "NEW", keyType: "simple", envVarName: "NEW" } });
        if (first === "entry") await key.call(createEntry, { body: { categoryId: id, name: "web", value: "theirs" } });
      };
      const url = await meanwhile("POST", "/api/categories", make);
      expect(await through(url)(["set", "NEW", "-p", "web"], { input: "mine" })).toMatchObject({
        code: 0,
        stderr: `svc: NEW was ${first === "entry" ? "changed" : "created"}.\n`,
      });
      const [entry, ...more] = await key.call(listEntries);
      expect([
        more,
        (await key.call(listCategories)).length,
        (await key.call(revealEntry, { params: { id: entry?.id ?? "" } })).value,
      ]).toEqual([[], 1, "mine"]);
    },
  );

  test("creates one entry from several concurrent calls, and loses no field of a group", async () => {
    const { key, svc } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group", value: '{"A":"0","B":"0","C":"0"}' });
    const calls = [
      ...["A", "B", "C"].map((name) => svc(["set", name], { input: "1" })),
      ...[1, 2, 3].map(() => svc(["set", "NEW", "-p", "web"], { input: "1" })),
    ];
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await key.call(revealEntry, { params: { id } })).value).toEqual({ A: "1", B: "1", C: "1" });
    expect((await key.call(listEntries)).filter(({ name }) => name === "web")).toHaveLength(1);
  });
});

describe("svc push", () => {
  test("does not overwrite a file that others changed since it was read, shows their changes, and says what it had stored already", async () => {
    const { key, through } = await aCaller();
    const {
      data: { id },
    } = await key.call(createEnvProject, { body: { name: "billing" } });
    const save = (fileType: "env" | "env.local", content: string) =>
      key.call(saveEnvFile, { params: { id }, body: { fileType, content } });
    await save("env.local", "L=1\n");
    const folder = aFolder();
    writeFileSync(path.join(folder, ".env"), "A=1\n");
    writeFileSync(path.join(folder, ".env.local"), "L=2\n");
    const url = await meanwhile("POST", `/api/envs/${id}/files`, () => save("env.local", "L=1\nTHEIRS=canary\n"), {
      skipped: 1,
    });
    const pushed = await through(url)(["push", "-p", "billing", "--yes"], { cwd: folder });
    expect(pushed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /svc: env\.local of billing was changed in the meantime, so it was not replaced; env had already been stored\. .*What others changed in it:\n {2}\+ THEIRS\n$/s,
      ),
    });
    expect(pushed.stderr).not.toContain("canary");
    const {
      data: { files },
    } = await key.call(getEnvProject, { params: { id } });
    const local = files.find(({ fileType }) => fileType === "env.local");
    expect((await key.call(revealEnvFile, { params: { id, fileId: local?.id ?? "" } })).data.content).toBe(
      "L=1\nTHEIRS=canary\n",
    );
  });

  test("creates no file over one that appeared in the meantime, and no second project", async () => {
    const { key, through } = await aCaller();
    const folder = aFolder();
    writeFileSync(path.join(folder, ".env"), "A=1\n");
    const make = () => key.call(createEnvProject, { body: { name: "billing" } });
    const first = await meanwhile("POST", "/api/envs", make);
    expect(await through(first)(["push", "-p", "billing", "--yes"], { cwd: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was created in the meantime, so nothing was stored"),
    });
    const [project, ...more] = (await key.call(listEnvProjects)).data;
    expect(more).toEqual([]);
    const params = { id: project?.id ?? "" };
    const second = await meanwhile("POST", `/api/envs/${params.id}/files`, () =>
      key.call(saveEnvFile, { params, body: { fileType: "env", content: "B=1\n" } }),
    );
    expect(await through(second)(["push", "-p", "billing", "--yes"], { cwd: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("+ B"),
    });
  });
});

describe("svc rm", () => {
  test("deletes the chosen entry after confirmation, and no other", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { environment: "staging" });
    await anEntry(key, { environment: "production" });
    expect(await svc(["rm", "STRIPE_SECRET_KEY", "-e", "staging"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--yes"),
    });
    expect(await key.call(listEntries)).toHaveLength(2);
    expect(await svc(["rm", "STRIPE_SECRET_KEY", "-e", "staging", "--yes"])).toMatchObject({
      code: 0,
      stderr: "svc: Deleted STRIPE_SECRET_KEY of Stripe — billing (staging).\n",
    });
    expect((await key.call(listEntries)).map(({ environment }) => environment)).toEqual(["production"]);
    expect(await svc(["rm", "NONE", "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No entry sets NONE"),
    });
  });

  test("removes a field of a group as others left it, and the entry with its last field", async () => {
    const { key, through } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group", value: '{"A":"1","B":"1"}' });
    const url = await meanwhile("PUT", `/api/entries/${id}`, () =>
      key.call(updateEntry, { params: { id }, body: { value: '{"A":"1","B":"theirs"}' } }),
    );
    const svc = through(url);
    expect(await svc(["rm", "A", "--yes", "--json"])).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ id, deleted: "field" }, null, 2)}\n`,
    });
    expect((await key.call(revealEntry, { params: { id } })).value).toEqual({ B: "theirs" });
    expect(await svc(["rm", "B", "--yes"])).toMatchObject({ code: 0 });
    expect(await key.call(listEntries)).toEqual([]);
  });

  test("resolves two entries of one name by the id that it shows, and leaves alone what changed in the meantime", async () => {
    const { key, svc, through } = await aCaller();
    const [one, two] = [await anEntry(key), await anEntry(key)];
    const asked = await svc(["rm", "STRIPE_SECRET_KEY", "--yes"]);
    expect([asked.code, asked.stderr.includes(`--id ${one.id}`), asked.stderr.includes(`--id ${two.id}`)]).toEqual([
      1,
      true,
      true,
    ]);
    const url = await meanwhile("DELETE", `/api/entries/${two.id}`, () =>
      key.call(updateEntry, { params: { id: two.id }, body: { notes: "theirs" } }),
    );
    expect(await through(url)(["rm", "STRIPE_SECRET_KEY", "--id", two.id, "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was changed in the meantime, so it was not deleted"),
    });
    expect(await svc(["rm", "STRIPE_SECRET_KEY", "--id", two.id, "--yes"])).toMatchObject({ code: 0 });
    expect((await key.call(listEntries)).map(({ id }) => id)).toEqual([one.id]);
  });
});

describe("svc mv", () => {
  test("moves an entry to another project and environment with its value unchanged, and never onto one with the same name", async () => {
    const { key, svc } = await aCaller();
    const { id } = await anEntry(key, { environment: "staging" });
    expect(await svc(["mv", "STRIPE_SECRET_KEY", "--to-project", "checkout", "--to-env", "production"])).toMatchObject({
      code: 0,
      stderr: "svc: Moved STRIPE_SECRET_KEY to checkout (production).\n",
    });
    expect(await svc(["get", "STRIPE_SECRET_KEY", "-p", "checkout", "-e", "production"])).toMatchObject({
      stdout: "sk_test_not_a_real_key",
    });
    expect(await svc(["mv", "STRIPE_SECRET_KEY", "--to-env", "none"])).toMatchObject({ code: 0 });
    await anEntry(key, { name: "web" });
    expect(await svc(["mv", "STRIPE_SECRET_KEY", "-p", "checkout", "--to-project", "web"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there: nothing was moved"),
    });
    expect((await key.call(listEntries)).find((entry) => entry.id === id)).toMatchObject({
      name: "checkout",
      environment: null,
      version: 3,
    });
    for (const args of [[], ["--to-env", "prod"], ["--to-name", "B", "--to-env", "none"]])
      expect(await svc(["mv", "STRIPE_SECRET_KEY", "-p", "web", ...args])).toMatchObject({ code: 2 });
  });

  test("renames a field of a group in place; the variable of any other entry belongs to its category", async () => {
    const { key, through, svc } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group", value: '{"A":"1","B":"2","C":"3"}' });
    const url = await meanwhile("PUT", `/api/entries/${id}`, () =>
      key.call(updateEntry, { params: { id }, body: { value: '{"A":"1","B":"theirs","C":"3"}' } }),
    );
    expect(await through(url)(["mv", "B", "--to-name", "BB"])).toMatchObject({ code: 0 });
    expect(Object.entries((await key.call(revealEntry, { params: { id } })).value)).toEqual([
      ["A", "1"],
      ["BB", "theirs"],
      ["C", "3"],
    ]);
    expect(await svc(["mv", "A", "--to-name", "C"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("already has a field C"),
    });
    await anEntry(key);
    expect(await svc(["mv", "STRIPE_SECRET_KEY", "--to-name", "OTHER"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("which all its entries share"),
    });
  });
});
