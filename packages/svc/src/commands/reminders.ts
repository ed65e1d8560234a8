import { command, expectArgs } from "../command";
import { printJson, printTable } from "../terminal/terminal";

export const reminders = command({
  usage: "",
  summary: "Lists what expires or is due for replacement within 30 days, and what is overdue",
  details: "Names and days in UTC, without values; what is due first comes first.",
  options: {},
  examples: ["svc reminders", "svc reminders --json | jq -r '.[].dueAt'"],
  async run({ args, json, vault }) {
    expectArgs(args);
    const due = await vault().listReminders();
    if (json) return printJson(due);
    if (due.length > 0)
      printTable([
        ["DUE", "WHY", "CATEGORY", "PROJECT", "ENV", "ID"],
        ...due.map(({ dueAt, reason, categoryName, name, environment, id }) => [
          dueAt.slice(0, 10),
          reason,
          categoryName ?? "-",
          name,
          environment ?? "-",
          id,
        ]),
      ]);
  },
});
