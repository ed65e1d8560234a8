import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createTeam } from "@/lib/contracts/people/teams";
import { exportEverything } from "@/lib/contracts/vault/everything";
import { toldByOperator } from "../../support/callers/activity";
import { aUserWithKey } from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { anIdentity, openWithAge } from "../../support/programs/age";
import { operate, refused } from "../../support/programs/operator";
import { svcWith } from "../../support/programs/svc";
import { ownVaults } from "../../support/vaults/own-vaults";
import { testOnce } from "../../support/vaults/test-once";

const { aFolder, aVault } = ownVaults();

test("a disaster needs no vault: age opens the operator's file, each line is JSON with values, and another vault imports a person's lines", async () => {
  const vault = await aVault({ env: { AUTH_REGISTRATION: "open" } });
  const user = await aUserWithKey({ baseUrl: vault.baseUrl });
  await belongingsOf(user.session, "canary");
  await user.session.call(createTeam, { body: { name: "Payments" } });
  const { identity, recipient } = await anIdentity();
  const folder = aFolder();
  const [file, key] = [path.join(folder, "vault.age"), path.join(folder, "key.txt")];

  expect(await operate(vault.dataDir, ["backup", file, "--age-recipient", "age1nonsense"])).toEqual(
    refused(/is not an age recipient/, 2),
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(await operate(vault.dataDir, ["backup", file, "--age-recipient", recipient])).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^\d+ values of 2 vaults in .* sealed with age/) as string,
  });
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect(readFileSync(file).includes("canary")).toBe(false);
  const { told, owners } = toldByOperator(vault.dataDir, "backup --age");
  expect(told).toEqual(owners);

  // What docs/operate/backup.md says to do.
  writeFileSync(key, `${identity}\n`);
  const lines = (await openWithAge(file, key)).trimEnd().split("\n");
  type Line = { vault: { kind: string; name: string }; entries: { value: unknown }[] };
  const documents = lines.map((line) => JSON.parse(line) as Line);
  expect(documents.flatMap(({ entries }) => entries.map(({ value }) => value))).toContain("value-canary");
  expect(documents.filter(({ vault }) => vault.kind === "team").map(({ vault }) => vault)).toContainEqual(
    expect.objectContaining({ name: "Payments", members: [{ email: user.email, role: "owner" }] }),
  );
  const mine = path.join(folder, "mine.json");
  writeFileSync(mine, lines.filter((_, index) => documents[index]?.vault.name === user.email).join("\n"));
  const other = await aUserWithKey({ baseUrl: vault.baseUrl });
  const svc = svcWith(vault.baseUrl, other.accessKey.key);
  expect(await svc(["import", mine, "--yes"])).toMatchObject({ code: 0 });
  const [there, here] = [await other.session.call(exportEverything), await user.session.call(exportEverything)];
  const valuesOf = ({ entries, twoFactor, envFiles }: typeof here) => [
    entries.map(({ value }) => value),
    twoFactor.map(({ uri }) => uri),
    envFiles.map(({ content }) => content),
  ];
  expect(valuesOf(there)).toEqual(valuesOf(here));
});

testOnce(
  "the operator's file can be sealed by a passphrase from standard input, and a weak one writes nothing",
  async () => {
    const vault = await aVault();
    const file = path.join(aFolder(), "vault.age");
    const args = ["backup", file, "--age-passphrase"];
    expect(await operate(vault.dataDir, args, { input: "short\n" })).toEqual(refused(/at least 12 characters/));
    expect(readdirSync(path.dirname(file))).toEqual([]);
    expect(await operate(vault.dataDir, args, { input: "five words are easily kept\n" })).toMatchObject({ code: 0 });
    expect(readFileSync(file, "latin1")).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
  },
);
