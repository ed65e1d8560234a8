import type { EntryUses, LinkingFile } from "@/lib/contracts/vault/references";
import { referenceCount } from "./links-among";

type UsingFile = EntryUses["files"][number];
type State = UsingFile["variables"][number]["state"];

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** "Used in 3 files, 2 keys." */
export function usedIn({ files, keys }: EntryUses): string {
  if (files.length + keys.length === 0)
    return "No env file links to it or holds its value, and no access key reaches it.";
  return `Used in ${[
    ...(files.length > 0 ? [counted(files.length, "file", "files")] : []),
    ...(keys.length > 0 ? [counted(keys.length, "key", "keys")] : []),
  ].join(", ")}.`;
}

/** The files with a variable in this state. */
export const filesWith = ({ files }: EntryUses, state: State): UsingFile[] =>
  files.filter(({ variables }) => variables.some((variable) => variable.state === state));

/** What makes the links to one entry, or to several, lead somewhere again after the deletion or the move to another vault. */
const undoing = {
  deleted: ["restore the entry", "restore the entries"],
  moved: ["move the entry back", "move the entries back"],
} as const;
export type Going = keyof typeof undoing;

/** What happens to the files that link to so many entries once these are gone from this vault; null if none does. */
export function leavingWarning(
  files: readonly LinkingFile[],
  entryCount: number,
  nameOf: (fileType: LinkingFile["fileType"]) => string,
  going: Going,
): string | null {
  const [first, ...others] = files;
  if (!first) return null;
  const names = `${first.projectName}’s ${nameOf(first.fileType)}`;
  const linked = new Set(files.flatMap(({ entries }) => entries.map(({ entryId }) => entryId))).size;
  const some = linked === 1 ? "one of them" : linked < entryCount ? `${linked} of them` : "them";
  const them = entryCount === 1 ? "it" : some;
  const undo = undoing[going][entryCount === 1 ? 0 : 1];
  if (others.length === 0) {
    const [links, it] = referenceCount(files) === 1 ? ["link", "it"] : ["links", "them"];
    return `${names} links to ${them}. Its ${links} will be broken until you ${undo} or change ${it}.`;
  }
  const all = `${names} and ${counted(others.length, "other file", "other files")}`;
  return `${all} link to ${them}. Their links will be broken until you ${undo} or change them.`;
}

/** Follows what is said of so many references, if some of them stand in env files in the trash. */
export function standingInTrash(inTrash: number, count = inTrash): string {
  if (inTrash === 0) return "";
  const where = inTrash === 1 ? "is in an env file in the trash" : "are in env files in the trash";
  return inTrash < count ? ` ${inTrash} of them ${where}.` : ` ${inTrash === 1 ? "It" : "They"} ${where}.`;
}

/** For more entries than are looked up: what happens to the links in a team's vault, or in one's own (null). */
export function partlyLookedUp({
  team,
  looked,
  along,
  noneFound,
}: {
  team: string | null;
  looked: number;
  /** Whether env files go along, whose links go on. */ along: boolean;
  noneFound: boolean;
}): string {
  const files = `${along ? "other env files" : "env files"} ${team === null ? "in your own vault" : `of ${team}`}`;
  const found = noneFound ? ` None leads to the ${looked} that were looked up; the others were not.` : "";
  return `Links to them from ${files} will be broken.${found}`;
}

/** What linking so many files to an entry does, and that the text may be there by chance. */
export const linkingDoes = (count: number, entry: string): string =>
  `Link ${count === 1 ? "it" : "them"} to ${entry}, and ${count === 1 ? "it gets" : "they get"} every later value too. Untick any that match only by coincidence.`;

/** The button that links so many files. */
export const linkLabel = (count: number, failed: boolean): string =>
  failed ? "Try again" : count === 1 ? "Link it" : "Link them";

/** "2 files hold the former value" */
export const holdFormer = (count: number): string =>
  `${counted(count, "file", "files")} ${count === 1 ? "holds" : "hold"} the former value`;
