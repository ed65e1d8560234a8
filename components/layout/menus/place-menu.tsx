import { useQuery } from "@tanstack/react-query";
import { Plus, UserRound, Users } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { teamsQuery } from "@/lib/client/http/queries/queries";
import { usePlace } from "@/lib/client/hooks/address/use-place";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { ownVault } from "@/lib/client/place";
import { useNavigation } from "../navigation";

export default function PlaceMenu({ onNewTeam }: { onNewTeam: () => void }) {
  const place = usePlace();
  // What a phone's bar has no room for. One's own settings are in the account menu.
  const others = useNavigation().filter(({ href, short }) => !short && href !== "/settings");
  const here = useTeamHere();
  const pages = place === null || here ? others : [];
  const { data: teams } = useQuery(teamsQuery);
  return (
    <>
      <MenuItem icon={<UserRound />} href="/" place={null} checked={place === null}>
        {ownVault}
      </MenuItem>
      {teams?.map((team) => (
        <MenuItem key={team.id} icon={<Users />} href="/" place={team.id} checked={team.id === place}>
          {team.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      {pages.map(({ href, label, icon: Icon }) => (
        <MenuItem key={href} icon={<Icon />} href={href}>
          {href.endsWith("/settings") ? "Team settings" : label}
        </MenuItem>
      ))}
      {pages.length > 0 && <MenuSeparator />}
      <MenuItem icon={<Plus />} onSelect={onNewTeam}>
        New team…
      </MenuItem>
    </>
  );
}
