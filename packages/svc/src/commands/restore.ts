import { command } from "../command";
import { CliError } from "../cli-error";
import { chosenThing, historyOptions } from "../variables/former-values";
import { ChangedMeanwhile } from "../vault/only";
import { note, printJson } from "../terminal/terminal";

export const restore = command({
  usage: "NAME --version N [--project NAME] [--env ENV] [--id ID] | --file TYPE --version N [--project NAME]",
  summary: "Makes a former value of an entry or env file the current one",
  details:
    "svc history lists them. The value it replaces is kept. Nothing that was changed since svc read it is overwritten.",
  offers: "names",
  options: {
    ...historyOptions,
    version: { type: "string", value: "N", help: "the version whose value to restore" },
  },
  examples: [
    "svc restore STRIPE_SECRET_KEY --version 3 --project billing",
    "svc restore --file env.production --version 7 -p billing",
  ],
  async run(call) {
    const { version = "" } = call.flags;
    if (!/^[1-9]\d{0,8}$/.test(version))
      throw new CliError("usage", "Which version? Add --version with a number: svc history lists them.");
    const thing = await chosenThing(call);
    const restored = await thing.restore(Number(version)).catch((error: unknown) => {
      throw error instanceof ChangedMeanwhile
        ? new CliError(
            "refused",
            `${thing.what} was changed in the meantime, so nothing was restored. Look at svc history, then run svc restore again.`,
          )
        : error;
    });
    if (call.json) printJson({ version: restored });
    else if (restored === thing.version) note(`${thing.what} already has that value: nothing was changed.`);
    else note(`${thing.what} has the value of version ${version} again.`);
  },
});
