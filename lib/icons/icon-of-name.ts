import { iconFinder } from "../icon-name";
import { iconTitles } from "./icon-files";

let finder: Promise<(name: string) => string | null> | undefined;

/** Services too, but as a variable's first word nearly always something else: SESSION_SECRET, MAX_SIZE, BUFFER_SIZE. */
const isCommonWord = (name: string): boolean => /^(session|max|buffer)_/i.test(name);

async function readFinder(): Promise<(name: string) => string | null> {
  const find = iconFinder((await iconTitles()).map(({ slug, title }) => [slug, title]));
  return (name) => (isCommonWord(name) ? null : find(name));
}

/**
 * Resolves to what finds the icon of a category that an import makes, as the pages find it for one that is made there.
 * Without icons it finds none.
 */
export const iconOfName = (): Promise<(name: string) => string | null> =>
  (finder ??= readFinder().catch(() => () => null));
