import type { Command } from "commander";
import { type ListedMember, listAllTeams, listMembersOf } from "../../services/teams/overview";
import type { AdminContext } from "../context";
import { openVault } from "../open-vault";
import { printJson, printLine } from "../print";

export function addTeamCommands(program: Command, context: AdminContext): void {
  const team = program.command("team").description("teams: list them and their members");
  team
    .command("list")
    .description("list the teams: name, creation date, number of members and entries")
    .option("--json", "one JSON object per line", false)
    .action(async ({ json }: { json: boolean }) => {
      await openVault(context);
      for (const { createdAt, ...row } of await listAllTeams()) {
        const since = createdAt.toISOString();
        if (json) printJson({ ...row, createdAt: since });
        else printLine(`${row.name}  since ${since.slice(0, 10)}  ${row.members} members  ${row.entries} entries`);
      }
    });
  team
    .command("members")
    .description("list a team's members: e-mail, role and what it is limited to")
    .argument("<team>", "its name or id")
    .option("--json", "one JSON object per line", false)
    .action(async (name: string, { json }: { json: boolean }) => {
      await openVault(context);
      for (const member of await listMembersOf(name)) {
        if (json) printJson(member);
        else printLine(describe(member));
      }
    });
}

const describe = ({ email, role, projects, environments, genuine }: ListedMember): string =>
  [
    email,
    role,
    projects && `projects: ${projects.join(", ")}`,
    environments && `environments: ${environments.join(", ")}`,
    !genuine && "not a member: somebody changed this row without the master key",
  ]
    .filter(Boolean)
    .join("  ");
