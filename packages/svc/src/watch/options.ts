import { constants } from "node:os";
import { CliError } from "../cli-error";
import type { Flags, Options } from "../command";

export const watchOptions = {
  watch: { type: "boolean", help: "restart the command when its values change" },
  signal: { type: "string", value: "NAME", help: "with --watch: send this signal, such as HUP, and don't restart" },
  interval: { type: "string", value: "SECONDS", help: "with --watch: how often to look, 2 to 3600 (30)" },
} as const satisfies Options;

/** `signal`: what to send to the command instead of a restart. */
export type Watching = { signal: NodeJS.Signals | null; intervalMs: number };

/** Null without `--watch`. */
export function watchingIn({ watch, signal, interval }: Flags<typeof watchOptions>): Watching | null {
  if (!watch) {
    if (signal !== undefined || interval !== undefined)
      throw new CliError("usage", `--${signal === undefined ? "interval" : "signal"} goes with --watch.`);
    return null;
  }
  const seconds = /^\d{1,4}$/.test(interval ?? "30") ? Number(interval ?? "30") : 0;
  if (seconds < 2 || seconds > 3_600) throw new CliError("usage", "--interval is a number of seconds, from 2 to 3600.");
  return { signal: signal === undefined ? null : signalCalled(signal), intervalMs: seconds * 1_000 };
}

function signalCalled(name: string): NodeJS.Signals {
  const found = Object.keys(constants.signals).find((known) => known === name || known === `SIG${name}`);
  if (!found) throw new CliError("usage", "--signal takes a signal's name, such as HUP or USR1.");
  return found as NodeJS.Signals;
}
