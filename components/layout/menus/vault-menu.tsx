import { useQuery } from "@tanstack/react-query";
import { Plus, UserRound, Users } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { teamsQuery } from "@/lib/client/http/queries/queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { ownVault } from "@/lib/client/vaults/active-vault";
import { useNavigation } from "../navigation";

export default function VaultMenu({ onNewTeam }: { onNewTeam: () => void }) {
  const activeVault = useActiveVault();
  // What a phone's bar has no room for. One's own settings are in the account menu.
  const others = useNavigation().filter(({ href, short }) => !short && href !== "/settings");
  const here = useTeamHere();
  const pages = activeVault === null || here ? others : [];
  const { data: teams } = useQuery(teamsQuery);
  return (
    <>
      <MenuItem icon={<UserRound />} href="/" activeVault={null} checked={activeVault === null}>
        {ownVault}
      </MenuItem>
      {teams?.map((team) => (
        <MenuItem key={team.id} icon={<Users />} href="/" activeVault={team.id} checked={team.id === activeVault}>
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
