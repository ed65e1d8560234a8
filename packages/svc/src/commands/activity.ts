import { command, expectArgs, numberOf } from "../command";
import { printJson, printTable, timeText } from "../terminal/terminal";
import { writerOf } from "../variables/former-values";

export const activity = command({
  usage: "[--limit N]",
  summary: "Lists what was done in the vault, newest first",
  details: "Who did what to what, without values. The key needs activity:read.",
  options: { limit: { type: "string", value: "N", help: "at most this many, 1 to 200 (50)" } },
  examples: ["svc activity", "svc activity --limit 200 --json | jq '.[] | select(.outcome == \"refused\")'"],
  async run({ flags, args, json, vault }) {
    expectArgs(args);
    const records = await vault().listActivity(numberOf("limit", flags.limit, 50, 200));
    if (json) return printJson(records);
    if (records.length > 0)
      printTable([
        ["AT", "WHO", "ACTION", "OBJECT", "OUTCOME"],
        ...records.map(({ at, actor, action, object, outcome }) => [
          timeText(at),
          writerOf(actor),
          action,
          object?.name ?? object?.kind ?? "-",
          outcome,
        ]),
      ]);
  },
});
