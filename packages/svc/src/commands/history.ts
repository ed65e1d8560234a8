import { command } from "../command";
import { chosenThing, historyOptions, writerOf } from "../variables/former-values";
import { printJson, printTable, timeText } from "../terminal/terminal";

export const history = command({
  usage: "NAME [--project NAME] [--env ENV] [--id ID] | --file TYPE [--project NAME]",
  summary: "Lists the values that an entry or env file had, without showing them",
  details:
    "With the names of fields or variables, when each was written and by whom; newest first, and the first one is current. svc restore brings one back.",
  offers: "names",
  options: historyOptions,
  examples: ["svc history STRIPE_SECRET_KEY --project billing --env production", "svc history --file env -p billing"],
  async run(call) {
    const versions = await (await chosenThing(call)).list();
    if (call.json) return printJson(versions);
    printTable([
      ["VERSION", "WRITTEN", "BY", "NAMES"],
      ...versions.map(({ version, createdAt, by, current, names }) => [
        current ? `${version} (current)` : String(version),
        timeText(createdAt),
        writerOf(by),
        names.join(",") || "-",
      ]),
    ]);
  },
});
