import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

export type IconTitle = { slug: string; title: string };

/** Searched upwards from the running script, like Node does: the vault may be started from any folder. */
function packageFolder(): string {
  let folder = path.resolve(/* turbopackIgnore: true */ process.argv[1] ?? ".");
  for (;;) {
    const parent = path.dirname(folder);
    const found = path.join(/* turbopackIgnore: true */ parent, "node_modules/simple-icons");
    if (parent === folder || existsSync(/* turbopackIgnore: true */ found)) return found;
    folder = parent;
  }
}

/** The existing slugs with their titles, read once. */
export const iconTitles = (() => {
  let titles: Promise<IconTitle[]> | undefined;
  return () => (titles ??= readTitles());
})();

async function readTitles(): Promise<IconTitle[]> {
  const icons = JSON.parse(
    await readFile(/* turbopackIgnore: true */ path.join(packageFolder(), "data/simple-icons.json"), "utf8"),
  ) as IconTitle[];
  return icons.map(({ slug, title }) => ({ slug, title }));
}

/** An icon's file; undefined for an unknown slug, so that no other path can be read. */
export async function iconFile(slug: string): Promise<string | undefined> {
  const known = (await iconTitles()).find((icon) => icon.slug === slug);
  return (
    known && readFile(/* turbopackIgnore: true */ path.join(packageFolder(), "icons", `${known.slug}.svg`), "utf8")
  );
}
