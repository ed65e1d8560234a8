import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../cli-error";
import type { Answer } from "./http";

/** A write's precondition: one version, or that nothing exists yet; without either, none. */
export type Only = { version?: number | undefined; new?: boolean };

export function preconditionOf({ version, new: isNew }: Only): Record<string, string> {
  if (isNew) return { "If-None-Match": "*" };
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

/** The version in a response's ETag; a compressing proxy turns it into a weak one. */
export function versionOf({ headers }: Answer): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(headers.etag ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The vault's state differs from the one the write was meant for. Nothing was written. */
export class ChangedMeanwhile extends CliError {
  constructor(message: string) {
    super("refused", message);
  }
}

const attemptsMax = 40;
const pauseMsMax = 100;

/** Repeats work that reads before it writes until nobody else was faster. */
export async function untilUnchanged<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === attemptsMax)
        throw new CliError(
          "refused",
          `It kept being changed by others (${attemptsMax} attempts), so nothing was stored. Try again.`,
        );
      await sleep(Math.random() * pauseMsMax);
    }
  }
}
