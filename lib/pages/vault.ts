import { headers } from "next/headers";
import { cache } from "react";
import type { CallOptions } from "../client/http/call";
import type { PageFacts } from "../contracts/page-facts";
import { askVault } from "./ask-vault";

/** How the person whose page this is calls the API, for the page's first rendering; null if nobody is signed in. */
export async function asThisPerson(): Promise<CallOptions | null> {
  const sent = await headers();
  const cookie = sent.get("cookie");
  if (!cookie) return null;
  return {
    headers: { cookie },
    fetch: ((path: string, { headers: given }: { headers: Record<string, string> }) =>
      askVault(path, given, sent.get("host"))) as typeof fetch,
  };
}

/** The facts for this page; asked for once. */
export const pageFacts = cache(async (): Promise<PageFacts> => {
  const sent = await headers();
  const cookie = sent.get("cookie");
  const answer = await askVault("/page-facts", cookie ? { cookie } : {}, sent.get("host"));
  if (!answer.ok) throw new Error(`The vault answered its pages with status ${answer.status}`);
  return (await answer.json()) as PageFacts;
});
