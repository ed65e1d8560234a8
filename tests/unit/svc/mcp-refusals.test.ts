import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CommandRunner } from "../../../packages/svc/src/mcp/run-command";
import { approvable, approve } from "../../../packages/svc/src/mcp/trust";
import type { KeptKeySettings } from "../../../packages/svc/src/settings";

const settings = { url: new URL("https://vault.example.com"), key: "not-a-real-key" } as KeptKeySettings;
const allow = [[process.execPath, "-e", "process.stdout.write(process.env.MODE)"]];

/** A project's folder whose list of commands somebody has approved. */
function anApproved(text: string) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "refusals-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = process.env.XDG_CONFIG_HOME;
  process.env.XDG_CONFIG_HOME = path.join(folder, "config");
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, "XDG_CONFIG_HOME");
    else process.env.XDG_CONFIG_HOME = before;
  });
  const file = path.join(folder, ".svc.json");
  writeFileSync(file, text);
  approve(approvable(file, allow), settings.key);
  return folder;
}

test("an approved list that begins with a byte order mark is one", async () => {
  const folder = anApproved(`\uFEFF${JSON.stringify({ project: "billing", mcp: { allow } })}`);
  const exportVariables = () => Promise.resolve({ variables: [{ name: "MODE", value: "not-real" }], skipped: [] });
  const runner = new CommandRunner({ exportVariables } as never, settings, folder);
  const { signal } = new AbortController();
  expect(await runner.run({ command: allow[0]! }, { canAsk: false }, signal)).toMatchObject({
    exitCode: 0,
    stdout: "***",
  });
});
