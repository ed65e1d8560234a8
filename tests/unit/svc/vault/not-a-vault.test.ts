import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { exportValues } from "../../../../packages/svc/src/commands/export";
import { login } from "../../../../packages/svc/src/commands/login";
import { ls } from "../../../../packages/svc/src/commands/ls";
import { pull } from "../../../../packages/svc/src/commands/pull";
import { run } from "../../../../packages/svc/src/commands/run";
import { scan } from "../../../../packages/svc/src/commands/scan";
import { vaultClient } from "../../../../packages/svc/src/vault/vault";
import { noVaults } from "../../../support/programs/no-vaults";
import { callOf, type Given } from "../../../support/programs/svc-call";
import { newDataDir, removeDataDir } from "../../../support/vaults/server";
import { standIns } from "../../../support/vaults/stand-in";

const aServer = standIns();
afterEach(() => void vi.unstubAllEnvs());

/** Calls each command. What it would start or write is in this folder. */
const callsIn = (folder: string, vault: Pick<Given, "settings" | "vault">, own: { url: string; "key-file": string }) =>
  ({
    run: () => callOf(run, { ...vault, rest: ["touch", path.join(folder, "started")] }),
    "export -o": () => callOf(exportValues, { ...vault, flags: { output: path.join(folder, "out.env") } }),
    export: () => callOf(exportValues, vault),
    ls: () => callOf(ls, vault),
    scan: () => callOf(scan, { ...vault, args: [path.join(folder, "out.env")] }),
    pull: () => callOf(pull, { ...vault, flags: { project: "billing", yes: true, dir: folder } }),
    login: () => callOf(login, { flags: own }),
  }) as const;

// Of the started command, tests/api/svc/program/svc-not-a-vault.test.ts tries each of these with `ls`, and each command with the first.
test.each(noVaults)("%s is refused by every command; nothing is started, printed or written", async (_, listener) => {
  const url = new URL((await aServer(listener)).url);
  const folder = newDataDir();
  onTestFinished(() => removeDataDir(folder));
  const [kept, keyFile] = [path.join(folder, "out.env"), path.join(folder, "key")];
  writeFileSync(kept, "KEPT=1\n");
  const key = newAccessKey();
  writeFileSync(keyFile, key, { mode: 0o600 });
  vi.stubEnv("HOME", folder);
  const settings = { url, key, project: undefined, env: undefined, timeoutSeconds: 10 };
  const calls = callsIn(folder, { settings, vault: vaultClient(settings) }, { url: url.href, "key-file": keyFile });
  for (const [name, call] of Object.entries(calls))
    expect([name, await call()]).toEqual([
      name,
      { code: 3, said: expect.stringMatching(/^http:\S+ is not a vault: [^\n]+$/) as string, stdout: "", stderr: "" },
    ]);
  expect(readFileSync(kept, "utf8")).toBe("KEPT=1\n");
  for (const name of ["started", ".env", ".config"]) expect(existsSync(path.join(folder, name))).toBe(false);
});
