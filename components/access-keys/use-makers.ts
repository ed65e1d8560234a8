import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "@/lib/client/http/queries/team-queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { Member } from "@/lib/contracts/people/members";

/** Who made a key or a trust rule of a team; undefined in one's own vault, and until the members are known. */
export function useMakers(): (made: Pick<AccessKey, "makerId">) => Member | undefined {
  const activeVault = useActiveVault();
  const { data: members } = useQuery({ ...membersQuery(activeVault ?? ""), enabled: activeVault !== null });
  return ({ makerId }) => members?.find(({ userId }) => userId === makerId);
}
