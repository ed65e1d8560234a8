import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { boundsOf } from "@/lib/auth/grants/bounds";
import type { KeyCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import type { BoundEnvironment } from "@/lib/contracts/access/grants";
import type { VariableLink } from "@/lib/contracts/vault/references";
import { deleteWhatIsDue } from "@/lib/db/activity/retention";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { restoreEntryVersion } from "@/lib/services/entries/entry-versions";
import { listFileLinks } from "@/lib/services/references/links";
import { restoreFromTrash } from "@/lib/services/trash";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let projectId: string;
beforeEach(async () => {
  vault = await aServiceVault(own);
  projectId = await vault.project();
});

/** The links of a file of this text. */
async function links(content: string, ctx: RequestContext = vault.ctx): Promise<VariableLink[]> {
  return listFileLinks(ctx, projectId, await vault.file(projectId, content));
}
const statesOf = async (content: string, ctx?: RequestContext) =>
  (await links(content, ctx)).map(({ name, state, entryId, field }) => [name, state, entryId, field]);
const stateOf = async (value: string) => (await links(`A=${value}\n`))[0]?.state;
const plain = (name: string) => [name, "plain", null, null];

/** An access key's caller, limited to this. */
function keyWith({
  projects = null,
  environments = null,
}: {
  projects?: string[] | null;
  environments?: BoundEnvironment[] | null;
}): RequestContext {
  const caller: KeyCaller = {
    kind: "key",
    userId: vault.userId,
    keyId: randomUUID(),
    keyHash: "",
    keyPrefix: "",
    scopes: new Set(["envs:reveal", "entries:reveal"]),
    bounds: boundsOf({ projects, environments }),
    addresses: null,
    revealsPerDay: null,
  };
  return { caller };
}

describe("a variable", () => {
  test("that holds an entry's value is the same, one that holds a former value outdated, any other plain", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one", "production");
    expect(await links("A=one\n\n# one\nexport B='two'\n")).toEqual([
      {
        name: "A",
        line: 1,
        state: "same",
        entryId: id,
        field: null,
        reference: "svc://Stripe/billing/production",
        changedAt: expect.stringMatching(/Z$/) as string,
      },
      { name: "B", line: 4, state: "plain", entryId: null, field: null, reference: null, changedAt: null },
    ]);
    await updateEntry(vault.ctx, id, { value: "two" });
    expect(await statesOf("A=one\nB='two'\nC=three\n")).toEqual([
      ["A", "outdated", id, null],
      ["B", "same", id, null],
      plain("C"),
    ]);
    await restoreEntryVersion(vault.ctx, id, 1);
    expect(await statesOf("A=one\nB='two'\n")).toEqual([
      ["A", "same", id, null],
      ["B", "outdated", id, null],
    ]);
  });

  test("is told the instant at which the entry got its value", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const before = new Date().toISOString();
    await updateEntry(vault.ctx, id, { value: "two" });
    const [link] = await links("A=one");
    expect((link?.changedAt ?? "") >= before).toBe(true);
  });

  test("that is empty, or a comment, is nothing's", async () => {
    await vault.entry(await vault.category("Group", "group"), "billing", '{"A":""}');
    expect(await statesOf('A=\nB=""\nC=# one\nnot a line\n')).toEqual([plain("A"), plain("B"), plain("C")]);
    expect(await links("")).toEqual([]);
  });

  test("is compared with each field of a group, and with the whole of a key or a document", async () => {
    const group = await vault.entry(await vault.category("DB", "group"), "billing", '{"USER":"ada","PASSWORD":"pass"}');
    const json = await vault.entry(await vault.category("Google", "json"), "billing", '{"a":1}');
    const pem = "-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----";
    const ssh = await vault.entry(await vault.category("Key", "ssh"), "billing", pem);
    const text = `A=ada\nB=pass\nC='{"a":1}'\nD='${pem}'\nE='{"USER":"ada","PASSWORD":"pass"}'\nF=1\n`;
    expect(await statesOf(text)).toEqual([
      ["A", "same", group, "USER"],
      ["B", "same", group, "PASSWORD"],
      ["C", "same", json, null],
      ["D", "same", ssh, null],
      plain("E"),
      plain("F"),
    ]);
    expect((await links(text)).map(({ line, reference }) => [line, reference])).toEqual([
      [1, "svc://DB/billing/-/USER"],
      [2, "svc://DB/billing/-/PASSWORD"],
      [3, "svc://Google/billing/-"],
      [4, "svc://Key/billing/-"],
      [7, null],
      [8, null],
    ]);
    await updateEntry(vault.ctx, group, { value: '{"USER":"eve"}' });
    const after = await links("A=ada\nB=pass\nC=eve\n");
    // Nothing leads to a field that is gone.
    expect(after.map(({ state, field, reference }) => [state, field, reference])).toEqual([
      ["outdated", "USER", "svc://DB/billing/-/USER"],
      ["outdated", "PASSWORD", null],
      ["same", "USER", "svc://DB/billing/-/USER"],
    ]);
  });

  test("of any length is found, beside values of any other", async () => {
    const category = await vault.category("Long");
    const lengths = [1, 59, 60, 61, 124, 125, 4_000, 100_000];
    for (const length of lengths) {
      const id = await vault.entry(category, `n${length}`, "x".repeat(length));
      await updateEntry(vault.ctx, id, { value: "y" });
      expect(await stateOf("x".repeat(length))).toBe("outdated");
      expect(await stateOf("x".repeat(length + 1))).toBe("plain");
    }
    expect(await statesOf(lengths.map((length) => `A${length}=${"x".repeat(length)}\n`).join(""))).toEqual(
      lengths.map((length) => [`A${length}`, "outdated", expect.any(String), null]),
    );
  });

  test("that is a reference is linked, whether it leads somewhere or not", async () => {
    const category = await vault.category("Stripe");
    const id = await vault.entry(category, "billing", "one", "production");
    for (const name of ["twin", "twin"]) await vault.entry(category, name, "one");
    const group = await vault.entry(await vault.category("DB", "group"), "billing", '{"USER":"ada"}');
    const found = await links(
      "A=svc://Stripe/billing/production\nB=svc://Stripe/none/-\nC=svc://Stripe/twin/-\nD=svc://DB/billing/-/USER\nE=svc://DB/billing/-\nF=svc://nonsense\n",
    );
    expect(found.map(({ state }) => state)).toEqual(Array(6).fill("linked"));
    expect(found.map(({ entryId, field, reference }) => [entryId, field, reference])).toEqual([
      [id, null, "svc://Stripe/billing/production"],
      [null, null, "svc://Stripe/none/-"],
      [null, null, "svc://Stripe/twin/-"],
      [group, "USER", "svc://DB/billing/-/USER"],
      [null, null, "svc://DB/billing/-"],
      // What is not a reference may be a secret that looks like one.
      [null, null, null],
    ]);
    expect(found.map(({ changedAt }) => changedAt !== null)).toEqual([true, false, false, true, false, false]);
  });

  test("gets no reference if it would lead to a namesake too", async () => {
    const category = await vault.category("Stripe");
    const ids = [await vault.entry(category, "twin", "one"), await vault.entry(category, "twin", "two")];
    const [link] = await links("A=one\n");
    expect(link).toMatchObject({ state: "same", entryId: ids[0], reference: null });
  });
});

describe("of several entries with one value", () => {
  test("the nearest is told: by state, project, environment, variable, name", async () => {
    const category = await vault.category("Stripe");
    const group = await vault.category("Group", "group");
    const told = async (name = "Z") => (await links(`${name}=one\n`))[0]?.entryId;
    // Each new one is nearer than all before.
    const former = await vault.entry(category, "billing", "one");
    await updateEntry(vault.ctx, former, { value: "another" });
    expect(await told()).toBe(former);
    const later = await vault.entry(group, "shop-b", '{"B":"one"}', "production");
    expect(await told()).toBe(later);
    const first = await vault.entry(group, "shop-a", '{"B":"one"}', "production");
    expect(await told()).toBe(first);
    const here = await vault.entry(group, "shop-z", '{"B":"one"}');
    expect(await told()).toBe(here);
    const ofProject = await vault.entry(group, "billing", '{"B":"one"}', "production");
    expect(await told()).toBe(ofProject);
    const both = await vault.entry(group, "billing", '{"B":"one","C":"one"}');
    expect(await told()).toBe(both);
    expect((await links("Z=one\nC=one\nB=one\n")).map(({ field }) => field)).toEqual(["B", "C", "B"]);
    const named = await vault.entry(category, "billing", "one");
    expect(await told("A")).toBe(named);
    expect(await told("B")).toBe(both);
  });

  test("one that has the value now comes before one that had it", async () => {
    const category = await vault.category("Stripe");
    const [nearest, other] = [await vault.entry(category, "billing", "one"), await vault.entry(category, "z", "one")];
    await updateEntry(vault.ctx, nearest, { value: "two" });
    expect(await statesOf("A=one\n")).toEqual([["A", "same", other, null]]);
  });
});

describe("what is no longer there is not told", () => {
  test("an entry in the trash, until it is back", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    expect(await stateOf("one")).toBe("same");
    await deleteEntry(vault.ctx, id);
    expect(await stateOf("one")).toBe("plain");
    await restoreFromTrash(vault.ctx as Parameters<typeof restoreFromTrash>[0], id);
    expect(await stateOf("one")).toBe("same");
  });

  test("a former value once it was deleted because of its age", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    await updateEntry(vault.ctx, id, { value: "two" });
    expect(await stateOf("one")).toBe("outdated");
    const due = {
      trash: new Date(0),
      versions: new Date(Date.now() + 1),
      links: new Date(0),
      deliveries: new Date(0),
      issuedKeys: new Date(0),
    };
    await deleteWhatIsDue(own, due, { told: () => Promise.resolve(() => Promise.resolve()) });
    expect(await stateOf("one")).toBe("plain");
    expect(await stateOf("two")).toBe("same");
  });

  test("a former value that newer ones pushed out", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "v0");
    for (let count = 1; count <= own.settings.VERSIONS_KEPT + 1; count += 1) {
      await updateEntry(vault.ctx, id, { value: `v${count}` });
      if (count === 1) expect(await stateOf("v0")).toBe("outdated");
    }
    expect(await statesOf("A=v0\nB=v1\n")).toEqual([plain("A"), ["B", "outdated", id, null]]);
  });

  test("a value that another process replaced, or that a restored database has no longer", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    await updateEntry(vault.ctx, id, { value: "two" });
    expect(await statesOf("A=one\nB=two\n")).toMatchObject([{ 1: "outdated" }, { 1: "same" }]);
    // The database as it was before the change, and another change: the same version of the same entry.
    const former = await own.db.entryVersion.findFirstOrThrow({
      where: { entryId: id },
      omit: { encryptedValue: false },
    });
    await own.db.entryVersion.deleteMany({ where: { entryId: id } });
    const { encryptedValue, valueId } = former;
    const data = { encryptedValue, valueId, version: 1, valueVersion: 1, valueAt: null };
    await own.db.keyEntry.update({ where: { id }, data });
    await updateEntry(vault.ctx, id, { value: "three" });
    expect(await statesOf("A=one\nB=two\nC=three\n")).toMatchObject([{ 1: "outdated" }, { 1: "plain" }, { 1: "same" }]);
  });

  test("a value that can't be decrypted, until it can", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const { encryptedValue } = await own.db.keyEntry.findUniqueOrThrow({
      where: { id },
      omit: { encryptedValue: false },
    });
    const damaged = new Uint8Array(encryptedValue).fill(0, 40);
    // As by another process: what this one wrote it does not open.
    await own.db.keyEntry.update({ where: { id }, data: { encryptedValue: damaged, valueId: randomUUID() } });
    expect(await stateOf("one")).toBe("plain");
    await own.db.keyEntry.update({ where: { id }, data: { encryptedValue } });
    expect(await stateOf("one")).toBe("same");
  });
});

describe("a caller with bounds", () => {
  test.each<[bounds: Parameters<typeof keyWith>[0], reached: string[] | null]>([
    [{ projects: ["billing"] }, ["one"]],
    [{ environments: ["production", "none"] }, ["one", "two"]],
    [{ projects: ["billing"], environments: ["none"] }, []],
    [{ projects: ["elsewhere"] }, null],
    [{ environments: ["production"] }, null],
  ])("%j learns of no entry outside them, and of no file", async (bounds, reached) => {
    const category = await vault.category("Stripe");
    await vault.entry(category, "billing", "one", "production");
    await vault.entry(category, "shop", "two", "production");
    await vault.entry(category, "shop", "three", "staging");
    const values = ["one", "two", "three", "four"];
    const text = values.map((value) => `V=${value}\n`).join("");
    // Everything is known by then, to whoever reaches it.
    expect((await links(text)).map(({ state }) => state)).toEqual(["same", "same", "same", "plain"]);
    const found = listFileLinks(keyWith(bounds), projectId, await vault.file(projectId, text));
    if (reached === null) return expect(found).rejects.toMatchObject({ code: "ENV_FILE_NOT_FOUND" });
    const states = (await found).map(({ state }) => state);
    expect(values.filter((_, index) => states[index] === "same")).toEqual(reached);
  });

  test("gets the same bytes for an entry outside as for none", async () => {
    const text = "A=one\nB=svc://Stripe/shop/staging\n";
    const ctx = keyWith({ projects: ["billing"] });
    const before = JSON.stringify(await links(text, ctx));
    const id = await vault.entry(await vault.category("Stripe"), "shop", "one", "staging");
    expect(await statesOf(text)).toMatchObject([{ 1: "same" }, { 1: "linked", 2: id }]);
    expect(JSON.stringify(await links(text, ctx))).toBe(before);
  });

  test("is not told a former value that the entry had before it came inside", async () => {
    const id = await vault.entry(await vault.category("Stripe"), "shop", "one");
    await updateEntry(vault.ctx, id, { value: "two" });
    const ctx = keyWith({ projects: ["billing"] });
    expect(await statesOf("A=one\n", ctx)).toEqual([plain("A")]);
    await updateEntry(vault.ctx, id, { name: "billing" });
    expect(await statesOf("A=one\nB=two\n", ctx)).toEqual([plain("A"), ["B", "same", id, null]]);
    await updateEntry(vault.ctx, id, { value: "three" });
    expect(await statesOf("A=one\nB=two\n", ctx)).toEqual([plain("A"), ["B", "outdated", id, null]]);
  });
});

test("another owner's entries are nobody else's", async () => {
  const other = await aServiceVault(own);
  await other.entry(await other.category("Stripe"), "billing", "one");
  expect(await stateOf("one")).toBe("plain");
});

test("a file that is out of reach, missing or damaged is not found", async () => {
  const id = await vault.file(projectId, "A=one\n");
  const other = await aServiceVault(own);
  const notFound = expect.objectContaining({ code: "ENV_FILE_NOT_FOUND" }) as Error;
  await expect(listFileLinks(other.ctx, projectId, id)).rejects.toEqual(notFound);
  await expect(listFileLinks(vault.ctx, randomUUID(), id)).rejects.toEqual(notFound);
  await own.db.envFile.update({ where: { id }, data: { encryptedContent: new Uint8Array(100) } });
  await expect(listFileLinks(vault.ctx, projectId, id)).rejects.toEqual(notFound);
});

test("nothing is recorded, and nothing written", async () => {
  await vault.entry(await vault.category("Stripe"), "billing", "one");
  const id = await vault.file(projectId, "A=one\n");
  const count = () => own.db.activity.count({ where: { userId: vault.userId } });
  const before = await count();
  await listFileLinks(vault.ctx, projectId, id);
  expect(await count()).toBe(before);
});
