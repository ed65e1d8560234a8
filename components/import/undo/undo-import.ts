import { ApiError } from "@/lib/client/http/api-error";
import { inTurn, type Outcome } from "@/lib/client/in-turn";
import type { Made } from "../made";
import { type Content, contentsOf } from "./contents-of";
import { deleteHolding, isTakenBack, type Reason, takeBack, whyKept } from "./take-back";

export type Kept = { id: string; name: string; why: Reason };
export type Undone = { kept: Kept[]; /** What is left to do after `reason`. */ left: Made[]; reason: unknown };

/** How far an undo is: what stays, the ids of all that needs no more, and of what was sent without an answer. */
type Course = { made: readonly Made[]; kept: Kept[]; handled: Set<string>; unanswered: Set<string> };

const isHolder = ({ kind }: Made): boolean => kind === "category" || kind === "envProject";
const isNoHolder = (thing: Made): boolean => !isHolder(thing);

const left = ({ made, handled }: Course, wanted: (thing: Made) => boolean = () => true): Made[] =>
  made.filter((thing) => wanted(thing) && !handled.has(thing.id));

const keep = ({ kept }: Course, { id, name }: Made, why: Reason): void => void kept.push({ id, name, why });

/**
 * Takes back what an import made, newest versions only: what was changed since stays. A category or project in which
 * nothing else is goes with all of its contents, so that it comes back from the trash as a whole. Another one goes if it
 * is empty in the end, since somebody may have put something into it. `before`: what an attempt that was cut off found
 * to stay.
 */
export async function undoImport(made: readonly Made[], before: readonly Kept[] = []): Promise<Undone> {
  const course: Course = { made, kept: [...before], handled: new Set(), unanswered: new Set() };
  const { kept } = course;
  try {
    for (const step of [holdersAsAWhole, oneByOne, holdersThatAreEmpty]) {
      const { failed, reason } = await step(course);
      if (failed.length > 0) throw reason;
    }
    return { kept, left: [], reason: undefined };
  } catch (reason) {
    const again = left(course).map((thing) =>
      course.unanswered.has(thing.id) ? { ...thing, isUnanswered: true as const } : thing,
    );
    return { kept, left: again, reason };
  }
}

/** What `work` does with each category and project that is left, and with what is in it now. */
async function eachHolder(
  course: Course,
  work: (holder: Made, contents: readonly Content[]) => Promise<void>,
): Promise<Outcome<Made>> {
  const contents = await contentsOf(left(course, isHolder), course.made);
  return inTurn(left(course, isHolder), (holder) => work(holder, contents.get(holder.id) ?? []));
}

/** As many as the vault takes (lib/contracts/vault/only-holding.ts). */
const togetherMax = 150;

/** Those in which nothing is but what the import made go with it. */
function holdersAsAWhole(course: Course): Promise<Outcome<Made>> {
  const created = new Map(course.made.flatMap(({ id, version, isUpdated }) => (isUpdated ? [] : [[id, version]])));
  return eachHolder(course, async (holder, contents) => {
    if (contents.length > togetherMax || contents.some(({ id, version }) => created.get(id) !== version)) return;
    try {
      await deleteHolding(holder, contents);
    } catch (error) {
      // Something came into it meanwhile: one by one then.
      if (whyKept(error, holder) === undefined) throw error;
      return;
    }
    for (const { id } of [holder, ...contents]) course.handled.add(id);
  });
}

const oneByOne = (course: Course): Promise<Outcome<Made>> =>
  inTurn(left(course, isNoHolder), (thing) => byItself(course, thing, takeBack));

/** The categories and projects that are left, if nothing is in them any more. */
const holdersThatAreEmpty = (course: Course): Promise<Outcome<Made>> =>
  eachHolder(course, async (holder, contents) => {
    if (contents.length === 0) return byItself(course, holder, () => deleteHolding(holder, []));
    // What holds only things that stay is not worth a word of its own.
    const stays = new Set(course.kept.map(({ id }) => id));
    if (contents.some(({ id }) => !stays.has(id))) keep(course, holder, "used");
    course.handled.add(holder.id);
  });

/** A refusal means that nothing was done, except a 401: a session that ends meanwhile gets it after its write. */
const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 401;

/** Takes one thing back, or notes why it stays. Rejects if neither is known. */
async function byItself(course: Course, thing: Made, take: (thing: Made) => Promise<void>): Promise<void> {
  try {
    if (thing.isUpdated && thing.formerVersion === null) keep(course, thing, "former");
    else await take(thing);
  } catch (error) {
    const why = whyKept(error, thing);
    if (why === undefined) {
      if (mayBeDone(error)) course.unanswered.add(thing.id);
      throw error;
    }
    if (why !== null && !(await isTakenBack(thing, error))) keep(course, thing, why);
  }
  course.handled.add(thing.id);
}
