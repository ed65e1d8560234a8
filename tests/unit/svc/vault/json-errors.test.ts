import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inject } from "../../../../packages/svc/src/commands/inject";
import { callOf } from "../../../support/programs/svc-call";

/* With --json, standard error has one JSON document: what a failure lists is part of it. */

function aTemplate(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "inject-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "template");
  writeFileSync(file, text);
  return { file, output: path.join(folder, "out") };
}

const vault = { listEntries: () => Promise.resolve([]) };

test("svc inject lists the references that lead nowhere in its error", async () => {
  const { file } = aTemplate("{{ svc://a/b/c }}\n  {{ svc://d/e/f }}\n");
  expect(await callOf(inject, { args: [file], json: true, vault })).toEqual({
    code: 1,
    said: [
      "2 references can't be resolved, so nothing was written:",
      `${file}:1:1: svc://a/b/c leads to no entry that this key can reach`,
      `${file}:2:3: svc://d/e/f leads to no entry that this key can reach`,
    ].join("\n"),
    stdout: "",
    stderr: "",
  });
});

test("svc inject lists 20 of them, and says how many more there are", async () => {
  const { file } = aTemplate("{{ svc://a/b/c }}\n".repeat(22));
  const lines = (await callOf(inject, { args: [file], vault })).said.split("\n");
  expect([lines.length, lines[0]]).toEqual([
    21,
    "22 references can't be resolved (2 are not shown), so nothing was written:",
  ]);
});

test("svc inject -o says with --json in JSON what it wrote", async () => {
  const { file, output } = aTemplate("plain\n");
  const { stdout, stderr } = await callOf(inject, { args: [file], flags: { output }, json: true });
  expect([JSON.parse(stdout), stderr]).toEqual([{ file: output }, ""]);
});
