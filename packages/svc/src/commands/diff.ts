import { statSync } from "node:fs";
import path from "node:path";
import { command, expectArgs, selectableEnvironments } from "../command";
import { exitCodes, CliError } from "../cli-error";
import { diffNames, isSame, linesOf, variablesIn } from "../variables/names-diff";
import { printJson, printLine, readNamed } from "../terminal/terminal";
import { valuesByName, fetchVariables } from "../variables/variables";
import type { Selection, VaultClient } from "../vault/vault";

export const diff = command({
  usage: "A B",
  summary: "Shows which names B adds (+), changes (~) and lacks (-) compared with A, never values",
  details:
    "A and B are each PROJECT, PROJECT:ENV, :ENV, or a file's path. A path begins with a dot or a slash, or has a slash and exists. Exit code 1 if they differ, 2 if one of them can't be read.",
  options: {},
  offers: "projects",
  compares: true,
  examples: [
    "svc diff billing:staging billing:production",
    "svc diff billing:development .env",
    "svc diff :staging :production --json",
  ],
  async run({ args, json, vault }) {
    const [a = "", b = ""] = expectArgs(args, "A", "B");
    const [before, after] = await Promise.all([sideOf(a, vault), sideOf(b, vault)]);
    const found = diffNames(before, after);
    if (json) printJson(found);
    else for (const line of linesOf(found)) printLine(`  ${line}`);
    return isSame(found) ? exitCodes.ok : exitCodes.refused;
  },
});

async function sideOf(text: string, vault: () => VaultClient): Promise<Map<string, string>> {
  if (isPath(text)) return variablesIn(readNamed(text));
  const chosen = selectionIn(text);
  const variables = valuesByName(await fetchVariables(vault(), chosen), chosen, "name one as PROJECT:ENV");
  if (variables.size === 0)
    throw new CliError(
      "refused",
      `No entry is in ${text}${text.includes("/") ? ", and there is no such file" : ""}: svc ls lists projects and environments.`,
    );
  return variables;
}

/** A project's name may have a slash too. Whoever means a file that may not be there begins its path so that it is one. */
const isPath = (text: string) => /^(?:[./~]|[a-z]:[\\/])/i.test(text) || (text.includes("/") && isFile(text));

/** What the system can't look up is none either, such as `acme/web` where `acme` is a file. */
function isFile(text: string): boolean {
  try {
    return statSync(path.resolve(text)).isFile();
  } catch {
    return false;
  }
}

/**
 * `PROJECT:ENV`, or either part alone. A colon followed by anything but an environment belongs to the project's name.
 */
export function selectionIn(text: string): Selection {
  const colon = text.lastIndexOf(":");
  const env = selectableEnvironments.find((known) => known === text.slice(colon + 1));
  if (colon === -1 || !env) return { project: text };
  return { env, ...(colon > 0 ? { project: text.slice(0, colon) } : {}) };
}
