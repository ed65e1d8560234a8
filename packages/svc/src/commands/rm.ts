import { assertMayChange, chosenEntry, idOption } from "../variables/chosen-entry";
import { command, expectArgs, selection } from "../command";
import { CliError } from "../cli-error";
import { ChangedMeanwhile, untilUnchanged } from "../vault/only";
import { changeFields } from "../variables/store-value";
import { confirmed, note, printJson } from "../terminal/terminal";
import { describeEntry, describeValue, selectionOf } from "../variables/variables";

export const rm = command({
  usage: "NAME [--project NAME] [--env ENV] [--id ID] [--yes]",
  summary: "Deletes an entry, or one field of a group",
  details: "Asks first. An entry that was changed since it was shown is left alone.",
  offers: "names",
  options: { ...selection, ...idOption, yes: { type: "boolean", short: "y", help: "don't ask" } },
  examples: ["svc rm STRIPE_SECRET_KEY --project billing --env staging", "svc rm DB_PASSWORD -p web --yes"],
  async run({ flags, args, json, settings, vault }) {
    const [name = ""] = expectArgs(args, "NAME");
    const chosen = selectionOf(flags, settings());
    const choose = () => chosenEntry(vault(), name, chosen, flags.id);
    const shown = await choose();
    const isField = (shown.fieldNames?.length ?? 0) > 1;
    const question = isField
      ? `Remove the field ${name} of ${describeEntry(shown)}?`
      : `Delete ${describeValue(name, shown)}?`;
    if (!flags.yes) await assertMayChange(vault(), { isField });
    if (!(await confirmed(question, flags.yes))) throw new CliError("refused", "Nothing was deleted.");
    if (isField) {
      // Others may change its other fields in the meantime: this one is removed anyway.
      await untilUnchanged(async () => {
        const entry = await choose();
        if (entry.fieldNames?.length === 1)
          throw new CliError(
            "refused",
            `${name} is the only field of ${describeEntry(entry)} now, so nothing was removed. Run svc rm again to delete the entry.`,
          );
        await changeFields(vault(), entry, (fields) =>
          Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)),
        );
      });
    } else {
      await vault()
        .deleteEntry(shown.id, { version: shown.version })
        .catch((error: unknown) => {
          throw error instanceof ChangedMeanwhile
            ? new CliError(
                "refused",
                `${describeEntry(shown)} was changed in the meantime, so it was not deleted. Check it, then run svc rm again.`,
              )
            : error;
        });
    }
    if (json) printJson({ id: shown.id, deleted: isField ? "field" : "entry" });
    else
      note(
        isField ? `Removed the field ${name} of ${describeEntry(shown)}.` : `Deleted ${describeValue(name, shown)}.`,
      );
  },
});
