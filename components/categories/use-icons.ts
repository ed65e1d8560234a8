import { useQuery } from "@tanstack/react-query";
import { NetworkError } from "@/lib/client/http/call";
import { signedOut, unavailable } from "@/lib/client/http/api-error";

export type IconTitle = readonly [slug: string, title: string];

async function listIcons({ signal }: { signal: AbortSignal }): Promise<IconTitle[]> {
  let response: Response;
  try {
    response = await fetch("/icons", { signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new NetworkError(cause);
  }
  if (response.redirected) throw signedOut();
  if (!response.ok) throw unavailable();
  return (await response.json()) as IconTitle[];
}

/** All icons that the vault serves; they don't change while it runs. */
export const useIcons = () => useQuery({ queryKey: ["icons"], queryFn: listIcons, staleTime: Infinity });

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** The icons whose title contains the text: first those that start with it, shorter titles first. */
export function findIcons(
  icons: readonly IconTitle[],
  search: string,
  most: number,
): { found: IconTitle[]; more: number } {
  const text = plain(search);
  if (text === "") return { found: icons.slice(0, most), more: Math.max(0, icons.length - most) };
  const ranked = icons.flatMap((icon) => {
    const at = Math.max(plain(icon[1]).indexOf(text), icon[0].indexOf(text));
    return at < 0 ? [] : [{ icon, rank: (at === 0 ? 0 : 1000) + icon[1].length }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { found: ranked.slice(0, most).map(({ icon }) => icon), more: Math.max(0, ranked.length - most) };
}
