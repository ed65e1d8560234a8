import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { isVariableName } from "../../../../lib/dotenv/name";
import { parse } from "../../../../lib/dotenv/parse";
import { formatReference, isReference, parseReference } from "../../../../lib/dotenv/reference";
import { replaceValues } from "../../../../lib/dotenv/replace-values";
import { CliError } from "../cli-error";
import { leadOf } from "../vault/leads";
import { variablesIn } from "../variables/names-diff";
import { readText } from "../terminal/terminal";
import type { VaultClient } from "../vault/vault";
import { writePrivately } from "../written-file";

type Wanted = { variable: string; reference: string; replace: boolean };

/**
 * Puts a reference that leads to an entry into a .env file's variable. An existing value is only replaced if
 * told so. Returns what the variable was before, in a word.
 */
export async function writeReference(vault: VaultClient, file: string, wanted: Wanted): Promise<{ before: string }> {
  const { variable, reference, replace } = wanted;
  const name = path.basename(file);
  if (!name.startsWith(".env") && !name.endsWith(".env"))
    throw new CliError("refused", "The file's name has to start with .env, or to end with it.");
  if (!isVariableName(variable)) throw new CliError("usage", "This is not a variable's name.");
  const lead = leadOf(reference, await vault.listEntries());
  const parsed = parseReference(reference);
  if (typeof lead === "string" || !parsed) throw new CliError("refused", `The reference ${String(lead)}.`);
  const text = readText(file) ?? "";
  const line = parse(text).findLast((each) => each.kind === "assignment" && each.name === variable);
  const before =
    line?.kind !== "assignment"
      ? "missing"
      : line.value === ""
        ? "empty"
        : isReference(line.value)
          ? "reference"
          : "value";
  if (before === "value" && !replace)
    throw new CliError(
      "refused",
      `${variable} has a value in ${name}, which would be lost: ask the person first, then call this with replace.`,
    );
  const written = formatReference(parsed);
  const changed =
    line === undefined
      ? `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${variable}=${written}\n`
      : replaceValues(text, new Map([[line.line, written]])).text;
  if (variablesIn(changed).get(variable) !== written)
    throw new CliError("refused", `${name} is not plain .env text, so nothing was written: a quote may be open in it.`);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  writePrivately(file, changed);
  if (mode !== undefined) chmodSync(file, mode & 0o777);
  return { before };
}
