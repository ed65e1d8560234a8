import { type IconTitle, plainTitle } from "@/lib/icon-name";

/** The icons whose title contains the text: first those that start with it, shorter titles first. */
export function findIcons(
  icons: readonly IconTitle[],
  search: string,
  most: number,
): { found: IconTitle[]; more: number } {
  const text = plainTitle(search);
  if (text === "") return { found: icons.slice(0, most), more: Math.max(0, icons.length - most) };
  const ranked = icons.flatMap((icon) => {
    const at = Math.max(plainTitle(icon[1]).indexOf(text), icon[0].indexOf(text));
    return at < 0 ? [] : [{ icon, rank: (at === 0 ? 0 : 1000) + icon[1].length }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { found: ranked.slice(0, most).map(({ icon }) => icon), more: Math.max(0, ranked.length - most) };
}
