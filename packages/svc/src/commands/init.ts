import { existsSync, writeFileSync } from "node:fs";
import { command, environments, expectArgs, selection } from "../command";
import { CliError } from "../cli-error";
import { isLoopback } from "../../../../lib/loopback";
import { ask, canAsk, note, printJson } from "../terminal/terminal";
import { selectionOf } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

const file = ".svc.json";

export const init = command({
  usage: "[--project NAME] [--env ENV]",
  summary: "Writes .svc.json for this folder, and checks the key",
  details:
    "The file names the vault's address, the project and the environment, and is meant to be committed: it contains no key. svc asks on a terminal for what no option gives. An existing file is never overwritten.",
  options: {
    ...selection,
    env: { ...selection.env, help: "development, staging or production, or none to name none; default: none" },
  },
  examples: ["svc init", "svc init -p billing -e development", "svc init --url https://vault.example.com -p billing"],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    const given = selectionOf(flags, { project: undefined, env: undefined });
    if (existsSync(file)) throw new CliError("refused", `${file} already exists and was not changed.`);
    const { url } = settings();
    await vault().assertKeyIsKnown();
    const projects = await projectsSeen(vault());
    const asks = canAsk() && !json;
    const project =
      given.project ?? (asks ? (await ask(`Project${listed(projects)}: `)).trim() || undefined : undefined);
    const env =
      given.env ?? (asks ? (await ask(`Environment (${environments.join(", ")}, or none): `)).trim() : undefined);
    const environment = environments.find((known) => known === env);
    if (!environment && env !== undefined && env !== "" && env !== "none")
      throw new CliError("usage", `The environment is one of ${environments.join(", ")}.`);
    const content = {
      // An address of this machine means nothing on another.
      ...(isLoopback(url.hostname) ? {} : { url: url.href.replace(/\/$/, "") }),
      ...(project === undefined ? {} : { project }),
      ...(environment ? { environment } : {}),
    };
    write(`${JSON.stringify(content, null, 2)}\n`);
    if (json) return printJson({ file, ...content });
    note(`Wrote ${file}. The vault accepts the key.`);
    if (project === undefined) note("It names no project: add one, or pass --project to each command.");
    if (project !== undefined && projects !== null && !projects.includes(project))
      note(`There is no project ${project} yet: svc set or svc push creates it.`);
  },
});

/** Never over a file that somebody else wrote in the meantime. */
function write(text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(
      "refused",
      code === "EEXIST" ? `${file} already exists and was not changed.` : `${file} can't be written (${code}).`,
    );
  }
}

/** The names of projects that the key may list; null if it may list none. */
async function projectsSeen(vault: VaultClient): Promise<string[] | null> {
  const seen = <T>(list: Promise<T[]>) => list.catch(() => null);
  const [entries, envProjects] = await Promise.all([seen(vault.listEntries()), seen(vault.listEnvProjects())]);
  if (entries === null && envProjects === null) return null;
  return [...new Set([...(entries ?? []), ...(envProjects ?? [])].map(({ name }) => name))].sort();
}

const namesShown = 10;

function listed(projects: readonly string[] | null): string {
  if (!projects?.length) return "";
  const more = projects.length > namesShown ? " …" : "";
  return ` (${projects.slice(0, namesShown).join(", ")}${more})`;
}
