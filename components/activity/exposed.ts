import { keyExposureQuery, memberExposureQuery } from "@/components/history/exposure/exposure-queries";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { actorIdOf } from "./activity-words";

type Reader = { self: string | undefined; activeVault: string | null; managesTeam: boolean };

/** What a revoked key or a removed member knows, for those who may ask: in a team its owners, and whoever revoked the key. */
export function exposedBy(record: ActivityRecord, { self, activeVault, managesTeam }: Reader) {
  const { action, object } = record;
  if (!object?.id) return undefined;
  if (action === "access-key.revoke" && (activeVault === null || managesTeam || actorIdOf(record) === self))
    return {
      title: `${object.name ?? "The access key"} was revoked`,
      query: keyExposureQuery(object.id),
      who: "It",
    } as const;
  if (action === "member.remove" && activeVault !== null && managesTeam)
    return {
      title: `${object.name ?? "The member"} ${actorIdOf(record) === object.id ? "left the team" : "was removed"}`,
      query: memberExposureQuery(activeVault, object.id),
      who: "They",
    } as const;
  return undefined;
}

/** The key or member that a record is about, unless they did it themselves: then the record leads to what they did anyway. */
export const otherActorOf = (record: ActivityRecord): string | undefined =>
  record.object?.id && record.object.id !== actorIdOf(record) ? record.object.id : undefined;
