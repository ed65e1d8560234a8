import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CommandRunner, type Wanted } from "../../../../packages/svc/src/mcp/run-command";
import { approvable, approve } from "../../../../packages/svc/src/mcp/trust";
import { tools } from "../../../../packages/svc/src/mcp/tools";
import type { KeptKeySettings } from "../../../../packages/svc/src/settings";

const settings = { url: new URL("https://vault.example.com"), key: "not-a-real-key" } as KeptKeySettings;
const allow = [[process.execPath, "-e", "process.stdout.write(process.env.MODE)"]];

/** A project's folder whose list of commands somebody has approved. */
function anApproved(text: string): string {
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

const listed = JSON.stringify({ project: "billing", environment: "staging", mcp: { allow } });

/** Runs the approved command in a vault that answers so. */
function run(folder: string, vault: object, more: Partial<Wanted> = {}) {
  const runner = new CommandRunner(vault as never, settings, folder);
  return runner.run({ command: allow[0]!, ...more }, { canAsk: false }, new AbortController().signal);
}

test("an approved list that begins with a byte order mark is one", async () => {
  const exported = exporting([{ name: "MODE", value: "not-real" }]);
  expect(await run(anApproved(`\uFEFF${listed}`), exported)).toMatchObject({ exitCode: 0, stdout: "***" });
});

const exporting = (variables: object[]) => ({ exportVariables: () => Promise.resolve({ variables, skipped: [] }) });
const listing = (...entries: object[]) => ({ listEntries: () => Promise.resolve(entries) });
const entry = (name: string, environment: string | null) => ({
  ...{ id: `${name} ${environment}`, name, environment, fieldNames: null },
  category: { name: "KEY", keyType: "simple", envVarName: "KEY" },
});
const envProjects = { listEnvProjects: () => Promise.resolve([{ id: "p", name: "billing" }]) };
const refused = () => Promise.reject(new Error("not allowed"));

/** What a tool answers with in a vault; its refusal is an error. */
const asked = (name: string, vault: object, input: object) => (folder: string) =>
  tools[name]?.run({ vault: vault as never, settings, folder }, input as never);
const running =
  (vault: object, more: Partial<Wanted> = {}) =>
  (folder: string) =>
    run(folder, vault, more);

test.each<[why: string, ask: (folder: string) => Promise<unknown> | undefined, refusal: string]>([
  [
    "several entries set the name",
    asked("find_history", listing(entry("billing", "staging"), entry("billing", "staging")), { name: "KEY" }),
    "2 entries set KEY. Choose with project or env:",
  ],
  [
    "no entry of the project sets it",
    asked("find_history", listing(entry("shop", null)), { name: "KEY" }),
    "No entry sets KEY in billing, staging. Choose with project or env:",
  ],
  [
    "no entry sets it",
    asked("find_history", listing(), { name: "KEY" }),
    "No entry sets KEY in billing, staging: find_names lists what there is.",
  ],
  [
    "an env file of an environment",
    asked("find_history", {}, { file: "env", env: "staging" }),
    "file names an env file by its type, such as env.production: leave out env.",
  ],
  [
    "a command of a project without variables",
    running({ ...exporting([]), ...listing(entry("shop", null)), ...envProjects }),
    "No variable is in billing, staging. There is shop. billing is an env project: with files, a command gets its values. .svc.json says whose values a command gets.",
  ],
  [
    "of one of which the key sees nothing",
    running({ ...exporting([]), listEntries: refused, listEnvProjects: refused }),
    "No variable is in billing, staging. With the scope entries:read, find_names lists what there is. If billing is an env project: with files, a command gets its values. .svc.json says whose values a command gets.",
  ],
  [
    "a command of an env project without variables",
    running({ ...envProjects, resolveEnvProject: () => Promise.resolve({ variables: [] }) }, { files: true }),
    "The env project's files contain no variables for billing, staging. .svc.json says whose values a command gets.",
  ],
  [
    "a command with a name that is set twice",
    running(
      exporting([
        { name: "KEY", value: "a" },
        { name: "KEY", value: "b" },
      ]),
    ),
    "More than one entry sets KEY (billing, staging): name the others in only, or ask a person to set environment in .svc.json.",
  ],
  [
    "a command with a name that is not there",
    running(exporting([{ name: "KEY", value: "a" }]), { only: ["MODE"] }),
    "No entry sets MODE.",
  ],
  [
    "a command with a value that no environment holds",
    running(exporting([{ name: "KEY", value: "a".repeat(200_000) }])),
    "KEY can't be put into an environment: a variable can have at most 128 KiB here. Leave it out: name the others in only.",
  ],
])("a refusal advises an agent to do what it can: %s", async (_, ask, refusal) => {
  const error: unknown = await ask(anApproved(listed))?.catch((error: unknown) => error);
  expect((error as Error).message).toBe(refusal);
  expect((error as Error).message).not.toMatch(/--[a-z]|svc [a-z]/);
});
