import { isReference } from "@/lib/dotenv/reference";
import { compareFiles } from "./compare-files";

const inWords = new Intl.ListFormat("en");

/** What filling changed: what it replaced by names, what it added by number. `leftOut`: of some values it left comments. */
export function filledText(before: string, after: string, leftOut: boolean): string {
  const changed = compareFiles(before, after).names.filter(({ kind }) => kind === "differs" || kind === "right-only");
  const replaced = changed.filter(({ left }) => left).map(({ name }) => name);
  const added = changed.filter(({ left }) => !left);
  const links = added.filter(({ right = "" }) => isReference(right)).length;
  const counts = [
    [links, "link"],
    [added.length - links, "value"],
  ] as const;
  const parts = counts.flatMap(([count, noun]) => (count === 0 ? [] : `${count} ${noun}${count === 1 ? "" : "s"}`));
  const said = [
    ...(replaced.length > 0 ? [`${replaced.join(", ")} ${replaced.length === 1 ? "was" : "were"} replaced`] : []),
    ...(parts.length > 0 ? [`${inWords.format(parts)} ${added.length === 1 ? "was" : "were"} added`] : []),
  ];
  if (said.length === 0 && !leftOut) return "it already has all of these";
  return `${said.length > 0 ? said.join(", ") : "no value was added"}. Nothing is saved yet`;
}
