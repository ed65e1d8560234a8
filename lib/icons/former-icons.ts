import icons from "./former-icons.json";

/**
 * Icons of services that people use and that today's Simple Icons lacks, as path data in a box of 24 by 24. From Simple
 * Icons 11.15.0 (CC0-1.0, which can't be taken back); later editions dropped them at the owners' wish, and the marks
 * stay theirs.
 */
export const formerIcons: ReadonlyMap<string, { title: string; path: string }> = new Map(Object.entries(icons));

/** The file of such an icon. Titles and paths are known text without markup. */
export const formerIconFile = (slug: string): string | undefined => {
  const icon = formerIcons.get(slug);
  return (
    icon &&
    `<svg role="img" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"><title>${icon.title}</title><path d="${icon.path}"/></svg>`
  );
};
