import { iconFinder } from "../icon-name";
import { iconTitles } from "./icon-files";

let finder: Promise<(name: string) => string | null> | undefined;

const readFinder = async () => iconFinder((await iconTitles()).map(({ slug, title }) => [slug, title]));

/** Resolves to what finds the icon of a category's name, as the pages find it for one that is made there. Without icons it finds none. */
export const iconOfName = (): Promise<(name: string) => string | null> =>
  (finder ??= readFinder().catch(() => () => null));
