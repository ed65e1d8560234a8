import { assertMayChange, chosenEntry, idOption } from "../variables/chosen-entry";
import { command, expectArgs, selection } from "../command";
import { CliError, sentence } from "../cli-error";
import { generate, kindNames } from "../variables/generate";
import { ChangedMeanwhile } from "../vault/only";
import { changeValue } from "../variables/store-value";
import { ask, canAsk, confirmed, note, printJson, printLine, readInput } from "../terminal/terminal";
import { findUses, kindOnceReplaced, placesIn, placesOf, updateFiles, type Uses } from "../vault/uses";
import { describeEntry, describeValue, selectionOf } from "../variables/variables";

export const rotate = command({
  usage: "NAME [--project NAME] [--env ENV] [--id ID] [--stdin] [--update-files]",
  summary: "Replaces a value with a random or given one, and shows where the former value is still used",
  details:
    "Asks first. The former value is kept: svc restore brings it back. Env files that refer to the entry (svc://…) follow automatically; --update-files also writes the new value into those that hold a former one. The page of the entry shows which access keys reach it.",
  options: {
    ...selection,
    ...idOption,
    stdin: { type: "boolean", help: "take the new value from standard input, or ask for it" },
    kind: {
      type: "string",
      short: "k",
      value: "KIND",
      values: kindNames,
      help: `the kind of random value: ${kindNames.join(", ")} (base64url)`,
    },
    length: { type: "string", value: "NUMBER", help: "its length in characters, 16 to 512" },
    "update-files": { type: "boolean", help: "write the new value into env files that hold a former one" },
    yes: { type: "boolean", short: "y", help: "don't ask" },
  },
  offers: "names",
  examples: [
    "svc rotate SESSION_SECRET -p billing -e production",
    "svc rotate DB_PASSWORD -p web --kind alphanumeric --length 40 --update-files --yes",
    "./new-stripe-key.sh | svc rotate STRIPE_SECRET_KEY -p billing --stdin --yes",
  ],
  async run({ flags, args, json, settings, vault }) {
    const [name = ""] = expectArgs(args, "NAME");
    const make = generatorOf(flags);
    const entry = await chosenEntry(vault(), name, selectionOf(flags, settings()), flags.id);
    if (!flags.stdin && (entry.category.keyType === "ssh" || entry.category.keyType === "json"))
      throw new CliError("usage", `${describeEntry(entry)} can't be random: give its new value with --stdin.`);
    if (flags.stdin && !canAsk() && !flags.yes)
      throw new CliError("refused", "With --stdin svc can't ask here: add --yes to replace the value.");
    const isField = entry.category.keyType === "group";
    if (!flags.yes) await assertMayChange(vault(), { isField });
    if (!(await confirmed(`Replace the value of ${describeValue(name, entry)}?`, flags.yes)))
      throw new CliError("refused", "Nothing was changed.");
    const value = flags.stdin ? await givenValue(name) : make();
    await changeValue(vault(), entry, name, value).catch((error: unknown) => {
      throw error instanceof ChangedMeanwhile
        ? new CliError(
            "refused",
            `${describeEntry(entry)} was changed in the meantime, so it was not replaced. Check it, then run svc rotate again.`,
          )
        : error;
    });
    if (!json) note(`${describeValue(name, entry)} has a new value.`);
    const used = { entryId: entry.id, field: isField ? name : null };
    const found = await findUses(vault(), used).catch((error: unknown) => {
      if (error instanceof CliError) return error;
      throw error;
    });
    const uses = found instanceof CliError ? null : found;
    const updated = flags["update-files"] && uses ? await updateFiles(vault(), used, uses.outdated, value) : [];
    if (json)
      printJson({
        id: entry.id,
        follows: uses && uses.linked.flatMap(placesIn),
        outdated: uses && (updated.length > 0 ? [] : uses.outdated.flatMap(placesIn)),
        updated: updated.flatMap(placesIn),
      });
    else if (uses) report(uses, updated.length > 0);
    if (found instanceof CliError) tellUnknown(found, flags["update-files"]);
  },
});

/** Without the list of files svc has done what it was asked to, unless it was to update them. */
function tellUnknown(error: CliError, wasToUpdate: boolean | undefined): void {
  if (!wasToUpdate) return note(`Can't tell which env files hold the former value: ${error.message}`);
  throw new CliError(
    kindOnceReplaced(error),
    `The entry has its new value, but svc can't tell which env files hold the former one, so none was updated: ${sentence(error.message)} Don't rotate again for that: look for it on the pages of the env projects.`,
  );
}

const lengths = { min: 16, max: 512 };

function generatorOf(flags: { kind?: string; length?: string; stdin?: boolean }): () => string {
  if (flags.stdin && (flags.kind !== undefined || flags.length !== undefined))
    throw new CliError("usage", "--kind and --length are for random values: leave them out, or leave out --stdin.");
  const kind = kindNames.find((known) => known === (flags.kind ?? "base64url"));
  if (!kind) throw new CliError("usage", `--kind takes one of ${kindNames.join(", ")}.`);
  if (flags.length === undefined) return () => generate(kind);
  const length = /^\d{1,3}$/.test(flags.length) ? Number(flags.length) : 0;
  if (length < lengths.min || length > lengths.max)
    throw new CliError("usage", `--length is a number from ${lengths.min} to ${lengths.max}.`);
  return () => generate(kind, length);
}

async function givenValue(name: string): Promise<string> {
  const given = canAsk() ? await ask(`New value of ${name} (not shown): `, { hidden: true }) : await readInput();
  const value = given.replace(/^([^\n]*?)\r?\n$/, "$1");
  if (value === "") throw new CliError("usage", "The value is empty: nothing was changed.");
  return value;
}

function report(uses: Uses, isUpdated: boolean): void {
  for (const place of uses.linked.flatMap(placesOf)) printLine(`follows    ${place}`);
  for (const place of uses.outdated.flatMap(placesOf)) printLine(`${isUpdated ? "updated  " : "outdated "}  ${place}`);
  if (uses.outdated.length > 0 && !isUpdated)
    note(
      "The outdated ones hold a former value. Link them to the entry on the env project's page. Don't rotate again for that: it would replace the new value; next time, add --update-files.",
    );
}
