import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { exportEverything } from "@/lib/contracts/vault/everything";
import { saveEnvFile, createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { anIdentity, openWithAge } from "../../../support/programs/age";
import { aHome, startSvc, svcFile, svcWith } from "../../../support/programs/svc";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { standIns } from "../../../support/vaults/stand-in";

const aServer = standIns();

/** Somebody with one of everything, and one with nothing. */
async function twoPeople() {
  const [here, there] = [await aUserWithKey(), await aUserWithKey()];
  await anEntry(here.session, { value: "canary-value" });
  await here.session.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await here.session.call(createEnvProject, { body: { name: "billing" } });
  await here.session.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "A=canary-file\n" },
  });
  const folder = aHome();
  const at = (name: string) => path.join(folder, name);
  return {
    here: { ...here, svc: svcWith(sharedBaseUrl(), here.accessKey.key) },
    there: { ...there, svc: svcWith(sharedBaseUrl(), there.accessKey.key) },
    folder,
    at,
  };
}

const withoutDates = (document: object) =>
  JSON.parse(JSON.stringify(document, (name, value: unknown) => (/^(id|.*At)$/.test(name) ? null : value))) as unknown;

test("svc moves a vault by a sealed file: age opens it, svc import reads it, and a second import changes nothing", async () => {
  const { here, there, at } = await twoPeople();
  const { identity, recipient } = await anIdentity();
  // The file has two keys, and the second one opens it.
  writeFileSync(at("key.txt"), `# created\n${(await anIdentity()).identity}\n${identity}\n`);
  const file = at("vault.json.age");
  expect(await here.svc(["export", "--everything", "--recipient", recipient, "-o", file])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "",
  });
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect(readFileSync(file).includes("canary")).toBe(false);
  const exported = await here.session.call(exportEverything);
  expect(withoutDates(JSON.parse(await openWithAge(file, at("key.txt"))) as object)).toEqual(withoutDates(exported));

  expect(await there.svc(["import", file, "--yes"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("sealed for a key, not with a passphrase: add --identity") as string,
  });
  const take = () => there.svc(["import", file, "--identity", at("key.txt"), "--yes"]);
  expect(await take()).toMatchObject({ code: 0, stderr: expect.stringContaining("Created 5, updated 0.") as string });
  expect(withoutDates(await there.session.call(exportEverything))).toEqual(withoutDates(exported));
  expect(await take()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Everything is already in the vault.") as string,
  });
});

test("svc seals by a passphrase; another one opens nothing; and it writes plain text only if asked to", async () => {
  const { here, at, folder } = await twoPeople();
  writeFileSync(at("passphrase"), "five words are easily kept\n");
  writeFileSync(at("wrong"), "five words are easily lost\n");
  writeFileSync(at("short"), "too short\n");
  const file = at("vault.json.age");
  const everything = (...args: string[]) => here.svc(["export", "--everything", "-o", file, ...args]);
  for (const args of [
    [],
    ["--passphrase-file", at("short")],
    ["--recipient", "age1nonsense"],
    ["--plain", "--passphrase"],
  ])
    expect(await everything(...args)).toMatchObject({ code: 2, stdout: "" });
  expect(readdirSync(folder).sort()).toEqual(["passphrase", "short", "wrong"]);
  expect(await everything("--passphrase-file", at("passphrase"))).toMatchObject({ code: 0 });
  const take = (name: string) => here.svc(["import", file, "--passphrase-file", at(name), "--check"]);
  // With --check, 1 would say that something would change.
  expect(await take("wrong")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the passphrase does not open it") as string,
  });
  expect(await take("passphrase")).toMatchObject({ code: 0 });
  expect(await here.svc(["import", file, "--identity", at("passphrase")])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("sealed with a passphrase, not for a key: leave --identity out") as string,
  });
  const { stdout } = await here.svc(["export", "--everything", "--plain"]);
  expect(JSON.parse(stdout)).toMatchObject({ format: "svc-everything", entries: [{ value: "canary-value" }] });
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "svc leaves nothing of an export that %s ends, and ends by it",
  async (signal) => {
    const { url } = await aServer((_, response) => void response.write('{"format":"svc-everything","entries":['));
    const folder = aHome();
    const { child, ended } = startSvc(["export", "--everything", "--plain", "-o", path.join(folder, "vault.json")], {
      env: { SVC_URL: url, SVC_ACCESS_KEY: newAccessKey() },
    });
    const sizes = () => readdirSync(folder).map((name) => statSync(path.join(folder, name)).size > 0);
    await expect.poll(sizes, { timeout: 30_000 }).toEqual([true]);
    child.kill(signal);
    expect([(await ended).signal, readdirSync(folder)]).toEqual([signal, []]);
  },
);

test.runIf(process.platform === "linux")("svc tells what could not take everything, and ends with 2", async () => {
  const { accessKey } = await aUserWithKey();
  // By its descriptor: a svc that took it for a file could not put one in its place.
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [svcFile, "export", "--everything", "--plain", "-o", "/proc/self/fd/3"], {
    env: { NODE_ENV: "test", HOME: aHome(), SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key },
    stdio: ["ignore", "ignore", "pipe", full],
  });
  closeSync(full);
  const [said, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  expect([code, said]).toEqual([2, "svc: /proc/self/fd/3 can't be written (ENOSPC).\n"]);
});

test("a reader that leaves early, as head does, is no fault of the vault's", async () => {
  const { here } = await twoPeople();
  await here.session.call(createEnvProject, { body: { name: "large" } }).then(({ data }) =>
    here.session.call(saveEnvFile, {
      params: { id: data.id },
      body: { fileType: "env", content: `A=${"x".repeat(200_000)}\n` },
    }),
  );
  const script = `{ "$0" "$1" export --everything --plain; echo "ended with $?" >&2; } | head -c 1`;
  const shell = spawn("sh", ["-c", script, process.execPath, svcFile], {
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "test",
      SVC_URL: sharedBaseUrl(),
      SVC_ACCESS_KEY: here.accessKey.key,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await Promise.all([text(shell.stdout), text(shell.stderr)])).toEqual(["{", "ended with 0\n"]);
});
