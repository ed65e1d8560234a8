import { command, expectArgs, selection } from "../command";
import { CliError } from "../cli-error";
import { storeValue } from "../variables/store-value";
import { ask, canAsk, note, printJson, readInput } from "../terminal/terminal";
import { selectionOf } from "../variables/variables";
import type { Dates } from "../vault/vault";

export const set = command({
  usage: "NAME [--project NAME] [--env ENV]",
  summary: "Stores a value, read from standard input or typed without being shown",
  details:
    "Changes the one entry that sets NAME, or creates an entry of the project. The line break at the end of a single line is dropped; several lines are stored byte for byte. With --expires or --rotate-days an empty value keeps the one that is there.",
  options: {
    ...selection,
    exact: { type: "boolean", help: "also keep the line break of a single line" },
    expires: { type: "string", value: "DAY", help: "the day it stops working, such as 2027-01-31; or none" },
    "rotate-days": { type: "string", value: "DAYS", help: "replace it after this many days; or none" },
  },
  offers: "names",
  examples: [
    "svc set STRIPE_SECRET_KEY --project billing --env production",
    "svc set TLS_KEY -p billing < key.pem",
    "openssl rand -hex 32 | svc set SESSION_SECRET -p billing --rotate-days 90",
    "svc set SESSION_SECRET -p billing --expires 2027-01-31 < /dev/null",
  ],
  async run({ flags, args, json, settings, vault }) {
    const [name = ""] = expectArgs(args, "NAME");
    const chosen = selectionOf(flags, settings());
    const dates = datesOf(flags);
    const given = canAsk() ? await ask(`Value of ${name} (not shown): `, { hidden: true }) : await readInput();
    const value = flags.exact ? given : given.replace(/^([^\n]*?)\r?\n$/, "$1");
    if (value === "" && Object.keys(dates).length === 0) throw new CliError("usage", "The value is empty.");
    const { id, made } = await storeValue(vault(), name, value, chosen, dates);
    if (json) printJson({ id, made });
    else note(`${name} was ${made ? "created" : "changed"}.`);
  },
});

/** The longest time until a value is to be replaced that a vault takes (days). */
const daysMax = 3650;

function datesOf({ expires, "rotate-days": days }: { expires?: string; "rotate-days"?: string }): Dates {
  if (days !== undefined && days !== "none" && !(/^[1-9]\d{0,3}$/.test(days) && Number(days) <= daysMax))
    throw new CliError("usage", `--rotate-days is a number of days, at most ${daysMax}, or none.`);
  if (expires !== undefined && expires !== "none" && !isDay(expires.slice(0, 10)))
    throw new CliError("usage", "--expires is a day, such as 2027-01-31, or none.");
  return {
    ...(expires === undefined ? {} : { expiresAt: expires === "none" ? null : expires }),
    ...(days === undefined ? {} : { rotateEveryDays: days === "none" ? null : Number(days) }),
  };
}

/** Whether the calendar has this day: JavaScript takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
