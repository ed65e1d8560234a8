import { createEntry } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { mayBeDone, whatFailed } from "@/lib/client/http/lost-answer";
import { isChangedMeanwhile, onlyNew } from "@/lib/client/http/precondition";
import type { KeyEntry } from "@/lib/contracts/vault/entries";
import type { KeyType } from "@/lib/contracts/primitives";
import { newEntryBody, targetsOf, type EntryFormValues, type EnvironmentKey } from "./entry-form-values";
import { environmentWord } from "../entry-name";

const standsAlready = "This entry already exists: somebody has just created it, or you did and the answer got lost";

export type Created = {
  saved: KeyEntry[];
  /** The environments without an entry yet. */
  missing: EnvironmentKey[];
  errors: unknown[];
};

/**
 * Makes an entry for each chosen environment, all at once. Never throws: each may fail by itself. Where there is one
 * already, none is made unless that environment is among `another`, those known to have one: elsewhere it may be from an
 * attempt whose answer got lost.
 */
export async function createEntries(
  values: EntryFormValues,
  keyType: KeyType | undefined,
  another: readonly EnvironmentKey[] = [],
): Promise<Created> {
  const created: Created = { saved: [], missing: [], errors: [] };
  const targets = targetsOf(values);
  const answers = await Promise.allSettled(
    targets.map((target) =>
      createEntry({ body: newEntryBody(values, keyType, target) }, another.includes(target) ? {} : onlyNew),
    ),
  );
  for (const [index, target] of targets.entries()) {
    const answer = answers[index];
    if (answer?.status === "fulfilled") created.saved.push(answer.value);
    else {
      created.missing.push(target);
      created.errors.push(inWords(answer?.reason));
    }
  }
  return created;
}

/** Why there is no second one. */
const inWords = (error: unknown): unknown =>
  isChangedMeanwhile(error) ? new ApiError(error.code, error.status, { message: standsAlready, cause: error }) : error;

const inList = (environments: readonly EnvironmentKey[]) => environments.map(environmentWord).join(", ");

/** Several entries of one project: "STRIPE_SECRET_KEY for billing (development, staging)". */
export const namesOf = (saved: readonly KeyEntry[], title: string): string =>
  `${title} for ${saved[0]?.name} (${inList(saved.map(({ environment }) => environment ?? "none"))})`;

/** For which environments entries were made, for which not, and why. */
export function partlyCreated({ saved, missing, errors }: Created): string {
  const why = [
    ...new Set(errors.map((error) => (mayBeDone(error) ? whatFailed(error) : describeError(error).message))),
  ];
  const [refused, unanswered] = [false, true].map((lost) =>
    inList(missing.filter((_, index) => mayBeDone(errors[index]) === lost)),
  );
  return [
    `Created: ${inList(saved.map(({ environment }) => environment ?? "none"))}.`,
    ...(refused ? [`Not created: ${refused}.`] : []),
    ...(unanswered ? [`No answer for: ${unanswered}.`] : []),
    ...why,
    "Try again to create only what is missing.",
  ].join(" ");
}
