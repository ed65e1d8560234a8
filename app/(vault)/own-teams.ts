import { cache } from "react";
import { headers } from "next/headers";
import { GET } from "@/app/api/teams/route";
import { call } from "@/lib/client/http/call";
import { listTeams, type Team } from "@/lib/contracts/teams";

/**
 * The teams of the person whose page this is, for its first rendering; null if the browser has to ask. Read through the
 * route, like the name of an env project: a page must not show what the API refuses.
 */
export const ownTeams = cache(async (): Promise<Team[] | null> => {
  const cookie = (await headers()).get("cookie");
  if (!cookie) return null;
  // The route runs in this process, so the address is never looked up.
  const options = {
    baseUrl: "http://vault.invalid",
    headers: { cookie },
    fetch: ((url: string, init) => GET(new Request(url, init), { params: Promise.resolve({}) })) as typeof fetch,
  };
  return call(listTeams, {}, options).catch(() => null);
});
