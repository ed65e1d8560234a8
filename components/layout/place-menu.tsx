import { useQuery } from "@tanstack/react-query";
import { Plus, Settings, UserRound, Users } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { teamsQuery } from "@/lib/client/http/queries";
import { usePlace } from "@/lib/client/hooks/use-place";
import { useTeamHere } from "@/lib/client/hooks/use-rights";
import { ownVault, teamPath } from "@/lib/client/place";

export default function PlaceMenu({ onNewTeam }: { onNewTeam: () => void }) {
  const place = usePlace();
  const here = useTeamHere();
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
      {here && (
        <MenuItem icon={<Settings />} href={teamPath(here.id)}>
          Team settings
        </MenuItem>
      )}
      <MenuItem icon={<Plus />} onSelect={onNewTeam}>
        New team…
      </MenuItem>
    </>
  );
}
