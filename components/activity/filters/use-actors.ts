import { useQuery } from "@tanstack/react-query";
import { accessKeysQuery } from "@/lib/client/http/queries/queries";
import { membersQuery } from "@/lib/client/http/queries/team-queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useSession } from "@/lib/client/session/use-session";

type Actors = { label: string; people: { id: string; name: string }[] };

/** Who can have done something here: oneself, the other members, and the access keys there are. */
export function useActors(): Actors[] {
  const activeVault = useActiveVault();
  const { data: session } = useSession();
  const { data: members } = useQuery({ ...membersQuery(activeVault ?? ""), enabled: activeVault !== null });
  const { data: keys } = useQuery(accessKeysQuery);
  const others = (members ?? []).filter(({ userId }) => userId !== session?.id);
  return [
    {
      label: "People",
      people: [
        ...(session ? [{ id: session.id, name: "You" }] : []),
        ...others.map(({ userId, name, email }) => ({ id: userId, name: name ?? email })),
      ],
    },
    {
      label: "Access keys",
      people: (keys ?? []).map(({ id, name, keyPrefix }) => ({ id, name: `${name} (${keyPrefix}…)` })),
    },
  ].filter(({ people }) => people.length > 0);
}
