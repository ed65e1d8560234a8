import { getKeyExposure, getMemberExposure } from "@/lib/client/http/resources/activity-api";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { readQuery } from "@/lib/client/http/queries/query-client";

/** Refetched whenever somebody comes back from changing a value. */
const alwaysAnew = { staleTime: 0, refetchOnWindowFocus: "always" } as const;

/** What an access key has seen, a revoked one too. */
export const keyExposureQuery = (id: string) => ({
  ...readQuery(historyKeys.exposureOf(id), getKeyExposure, { params: { id } }),
  ...alwaysAnew,
});

/** What a member of a team has seen, a former one too. */
export const memberExposureQuery = (teamId: string, userId: string) => ({
  ...readQuery(historyKeys.exposureOf(userId), getMemberExposure, { params: { id: teamId, userId } }),
  ...alwaysAnew,
});
