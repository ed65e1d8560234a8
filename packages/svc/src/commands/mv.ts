import { isVariableName } from "../../../../lib/dotenv/name";
import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import { chosenEntry, idOption } from "../variables/chosen-entry";
import { command, expectArgs, selectableEnvironments as targets, selection } from "../command";
import { CliError } from "../cli-error";
import { ChangedMeanwhile, untilUnchanged } from "../vault/only";
import { changeFields } from "../variables/store-value";
import { note, printJson } from "../terminal/terminal";
import { describeEntry, namesOf, selectionOf } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

export const mv = command({
  usage: "NAME [--project NAME] [--env ENV] [--id ID] [--to-project NAME] [--to-env ENV] [--to-name NAME]",
  summary: "Moves an entry to another project or environment, or renames a field of a group",
  details:
    "A group is moved as a whole. The name of any other entry is its category's variable, which all entries of the category share: change that on the page.",
  offers: "names",
  options: {
    ...selection,
    ...idOption,
    "to-project": { type: "string", value: "NAME", asks: "projects", help: "the target project" },
    "to-env": {
      type: "string",
      value: "ENV",
      values: targets,
      help: "the target environment; none for no environment",
    },
    "to-name": { type: "string", value: "NAME", help: "the new name of a group's field" },
  },
  examples: [
    "svc mv STRIPE_SECRET_KEY -p billing --to-project checkout",
    "svc mv STRIPE_SECRET_KEY -e staging --to-env production",
    "svc mv DB_PASS -p web --to-name DB_PASSWORD",
  ],
  async run({ flags, args, json, settings, vault }) {
    const [name = ""] = expectArgs(args, "NAME");
    const { "to-project": toProject, "to-env": toEnv, "to-name": toName } = flags;
    if (toProject === undefined && toEnv === undefined && toName === undefined)
      throw new CliError("usage", "Where to? Add --to-project, --to-env or --to-name.");
    const environment = targets.find((target) => target === toEnv);
    if (toEnv !== undefined && !environment)
      throw new CliError("usage", `--to-env takes one of ${targets.join(", ")}.`);
    if (toProject === "") throw new CliError("usage", "--to-project is empty: it takes a name.");
    if (toName !== undefined && (toProject !== undefined || toEnv !== undefined))
      throw new CliError("usage", "--to-name can't be combined: rename the field first, then move the entry.");
    const choose = () => chosenEntry(vault(), name, selectionOf(flags, settings()), flags.id);
    const entry =
      toName === undefined
        ? await move(vault(), await choose(), {
            ...(toProject === undefined ? {} : { name: toProject }),
            ...(environment === undefined ? {} : { environment: environment === "none" ? null : environment }),
          })
        : await untilUnchanged(async () => rename(vault(), await choose(), name, toName));
    if (json) printJson({ id: entry.id });
    else
      note(
        toName === undefined
          ? `Moved ${namesOf(entry).join(", ")} to ${entry.name}${entry.environment ? ` (${entry.environment})` : ""}.`
          : `Renamed the field ${name} of ${describeEntry(entry)} to ${toName}.`,
      );
  },
});

async function move(
  vault: VaultClient,
  entry: ListedEntry,
  to: { name?: string; environment?: ListedEntry["environment"] },
): Promise<ListedEntry> {
  const moved: ListedEntry = { ...entry, ...to };
  const names = namesOf(entry);
  const standing = (await vault.listEntries()).find(
    (other) =>
      other.id !== entry.id &&
      other.name === moved.name &&
      other.environment === moved.environment &&
      namesOf(other).some((given) => names.includes(given)),
  );
  if (standing)
    throw new CliError(
      "refused",
      `${describeEntry(standing)} already sets ${namesOf(standing)
        .filter((given) => names.includes(given))
        .join(", ")} there: nothing was moved. Delete one of the two first, with svc rm.`,
    );
  await vault.updateEntry(entry.id, to, { version: entry.version }).catch((error: unknown) => {
    throw error instanceof ChangedMeanwhile
      ? new CliError(
          "refused",
          `${describeEntry(entry)} was changed in the meantime, so it was not moved. Check it, then run svc mv again.`,
        )
      : error;
  });
  return moved;
}

async function rename(vault: VaultClient, entry: ListedEntry, name: string, to: string): Promise<ListedEntry> {
  if (entry.category.keyType !== "group")
    throw new CliError(
      "refused",
      `${name} is the variable of the category ${entry.category.name}, which all its entries share: change it on the page.`,
    );
  if (!isVariableName(to))
    throw new CliError("usage", `${to} is not a variable name: letters, digits and underscores, no digit first.`);
  if (entry.fieldNames?.includes(to))
    throw new CliError("refused", `${describeEntry(entry)} already has a field ${to}: nothing was renamed.`);
  await changeFields(vault, entry, (fields) =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field === name ? to : field, value])),
  );
  return entry;
}
