import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { formerIconFile, formerIcons } from "./former-icons";

export type IconTitle = { slug: string; title: string };

/** Searched upwards from the running script, like Node does: the vault may be started from any folder, and by a link. */
function packageFolder(): string {
  let folder = realpathSync(/* turbopackIgnore: true */ process.argv[1] ?? ".");
  for (;;) {
    const parent = path.dirname(folder);
    const found = path.join(/* turbopackIgnore: true */ parent, "node_modules/simple-icons");
    if (parent === folder || existsSync(/* turbopackIgnore: true */ found)) return found;
    folder = parent;
  }
}

/** The existing slugs with their titles, as titles are sorted; read once. */
export const iconTitles = (() => {
  let titles: Promise<IconTitle[]> | undefined;
  return () => (titles ??= readTitles());
})();

async function readTitles(): Promise<IconTitle[]> {
  const icons = JSON.parse(
    await readFile(/* turbopackIgnore: true */ path.join(packageFolder(), "data/simple-icons.json"), "utf8"),
  ) as IconTitle[];
  const titles = new Map([...formerIcons].map(([slug, { title }]) => [slug, title]));
  for (const { slug, title } of icons) titles.set(slug, title);
  const { compare } = new Intl.Collator("en");
  return [...titles].map(([slug, title]) => ({ slug, title })).sort((one, other) => compare(one.title, other.title));
}

/** An icon's file; undefined for an unknown slug, so that no other path can be read. */
export async function iconFile(slug: string): Promise<string | undefined> {
  const known = (await iconTitles()).find((icon) => icon.slug === slug);
  if (!known) return undefined;
  const file = path.join(/* turbopackIgnore: true */ packageFolder(), "icons", `${known.slug}.svg`);
  return readFile(/* turbopackIgnore: true */ file, "utf8").catch(() => formerIconFile(known.slug));
}
