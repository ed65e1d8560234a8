import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, projectRoot, removeDataDir } from "../support/vaults/server";

const page = readFileSync(path.join(projectRoot, "docs/operate/backup.md"), "utf8");
const [script = ""] = /(?<=```sh\n)#!\/bin\/sh\n[^`]*kubectl exec[^`]*/.exec(page) ?? [];

/** The page's script in a folder of its own, with a `kubectl` that runs these lines. Returns what is then in /backups. */
function backedUp(kubectl: string, before: Record<string, string> = {}) {
  const folder = newDataDir();
  onTestFinished(() => removeDataDir(folder));
  const [backups, bin] = ["backups", "bin"].map((name) => path.join(folder, name)) as [string, string];
  mkdirSync(backups);
  mkdirSync(bin);
  for (const [name, text] of Object.entries(before)) writeFileSync(path.join(backups, name), text);
  for (const [name, lines] of Object.entries({ kubectl, date: "echo 2026-03-01" })) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const { status } = spawnSync("sh", ["-c", script.replaceAll("/backups/", `${backups}/`)], {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  const files = Object.fromEntries(
    readdirSync(backups).map((name) => [name, readFileSync(path.join(backups, name), "utf8")]),
  );
  return { status, files };
}

const whole = 'case "$*" in *"-- cat "*) echo whole;; esac';

test("the script for a backup in Kubernetes keeps the file that the pod sent", () => {
  expect(backedUp(whole)).toEqual({ status: 0, files: { "vault-2026-03-01": "whole\n" } });
});

test.each([
  ["the command fails in the pod", 'case "$*" in *svc-admin*) exit 1;; *"-- cat "*) echo whole;; esac'],
  ["the file breaks off", 'case "$*" in *"-- cat "*) echo half; exit 1;; esac'],
])("where %s, it fails, and the day's former backup stays", (_, kubectl) => {
  const { status, files } = backedUp(kubectl, { "vault-2026-03-01": "former" });
  expect(status).not.toBe(0);
  expect(files["vault-2026-03-01"]).toBe("former");
});
