/** An icon and the service that it is of. */
export type IconTitle = readonly [slug: string, title: string];

/** A title's letters and digits alone, as titles are compared. */
export const plainTitle = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** What people call a service whose icon has another title. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aws: "amazonaws",
    amazonwebservices: "amazonaws",
    azure: "microsoftazure",
    entra: "microsoft",
    gcp: "googlecloud",
    office365: "microsoft",
    postgres: "postgresql",
  }),
);

/**
 * Finds the slug of a service's icon, or null. The name may go on after the service's: "GitHub Enterprise" has the icon
 * of "GitHub". Whole words alone are compared, so that "Boxes" isn't taken for "Box".
 */
export function iconFinder(icons: readonly IconTitle[]): (name: string) => string | null {
  const slugs = new Map(icons.flatMap(([slug, title]) => [[slug, slug] as const, [plainTitle(title), slug] as const]));
  return (name) => {
    const words = name.trim().split(/[\s:/()_-]+/);
    for (let count = words.length; count > 0; count--) {
      const plain = plainTitle(words.slice(0, count).join(""));
      const slug = slugs.get(otherNames.get(plain) ?? plain);
      if (slug !== undefined) return slug;
    }
    return null;
  };
}
