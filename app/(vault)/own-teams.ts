import { cache } from "react";
import { call } from "@/lib/client/http/call";
import { listTeams, type Team } from "@/lib/contracts/people/teams";
import { asThisPerson } from "@/lib/pages/vault";

/** The teams of the person whose page this is, for its first rendering; null if the browser has to ask. */
export const ownTeams = cache(async (): Promise<Team[] | null> => {
  const person = await asThisPerson();
  return person && call(listTeams, {}, person).catch(() => null);
});
