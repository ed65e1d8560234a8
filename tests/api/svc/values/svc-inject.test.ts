import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aUserWithKey } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svcWith } from "../../../support/programs/svc";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { sharedBaseUrl } from "../../../support/callers/actors";

const { aFolder } = ownVaults();

async function aTemplate() {
  const { key, accessKey } = await aUserWithKey();
  await anEntry(key, { category: { name: "Stripe" }, environment: "production", value: "it's {{ svc://a/b/c }} $1\n" });
  await anEntry(key, {
    keyType: "group",
    category: { name: "Database & more" },
    name: "web",
    value: '{"DB_USER":"ada","DB_PASSWORD":"not-a-real-password"}',
  });
  const folder = aFolder();
  const call = svcWith(sharedBaseUrl(), accessKey.key);
  return {
    svc: (args: string[], input?: string) => call(args, { cwd: folder, ...(input === undefined ? {} : { input }) }),
    file: (name: string) => path.join(folder, name),
  };
}

const stripe = "svc://Stripe/billing/production";
const password = "svc://Database%20%26%20more/web/-/DB_PASSWORD";

test("svc inject puts values in the places of references, and leaves every other byte as it is", async () => {
  const { svc, file } = await aTemplate();
  const text = `\uFEFFkey: {{${stripe}}}\r\nother: {{ name }} {{{ ${password} }} }}\n{{ 'svc://x' }} né ${stripe}`;
  const filled = `\uFEFFkey: it's {{ svc://a/b/c }} $1\n\r\nother: {{ name }} {not-a-real-password }}\n{{ 'svc://x' }} né ${stripe}`;
  expect(await svc(["inject", "-"], text)).toMatchObject({ code: 0, stdout: filled, stderr: "" });
  writeFileSync(file("a.template"), text);
  writeFileSync(file("out"), "old", { mode: 0o644 });
  expect(await svc(["inject", "a.template", "-o", "out"])).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(file("out"), "utf8")).toBe(filled);
  expect(statSync(file("out")).mode & 0o777).toBe(0o600);
  expect(await svc(["inject", "a.template", "-o", "./a.template"])).toMatchObject({ code: 2 });
  expect(readFileSync(file("a.template"), "utf8")).toBe(text);
});

test("if one reference leads nowhere, svc inject names line and column of each, and writes nothing", async () => {
  const { svc, file } = await aTemplate();
  const text = [
    `ok {{ ${stripe} }}`,
    `né {{ svc://Stripe/billing/staging }} {{ svc://Stripe }}`,
    "{{ svc://Database%20%26%20more/web/- }}{{ svc://Database%20%26%20more/web/-/NOPE }}",
    "{{ svc://Stripe/billing/production/FIELD }}",
    `{{ ${stripe}`,
  ].join("\n");
  const refused = await svc(["inject", "-", "--output", "out"], text);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr.split("\n").map((line) => /^ {2}standard input:\d+:\d+:/.exec(line)?.[0] ?? line)).toEqual([
    "svc: 6 references can't be resolved, so nothing was written:",
    "  standard input:2:4:",
    "  standard input:2:39:",
    "  standard input:3:1:",
    "  standard input:3:40:",
    "  standard input:4:1:",
    "  standard input:5:1:",
    "",
  ]);
  expect(refused.stderr).not.toContain("it's");
  expect(existsSync(file("out"))).toBe(false);
  expect(await svc(["inject", "nowhere"])).toMatchObject({ code: 2 });
});

test("a text without references needs no vault", async () => {
  const { svc } = await aTemplate();
  expect(await svc(["inject", "-", "--url", "http://127.0.0.1:9"], "{{ a }}")).toMatchObject({
    code: 0,
    stdout: "{{ a }}",
  });
});
