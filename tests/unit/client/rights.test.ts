import { expect, test } from "vitest";
import { rightsIn } from "@/lib/client/hooks/reveal/use-rights";
import { isUnboundedOnly, roles } from "@/lib/contracts/people/role-rights";
import { roleGrants } from "@/lib/contracts/people/roles";
import { scopes } from "@/lib/contracts/access/scopes";
import { Team } from "@/lib/contracts/people/teams";

const example = Team.meta()?.["example"] as Team;

test("the pages offer each role exactly what the vault grants it, and a limited one nothing that belongs to no project", () => {
  for (const role of roles) {
    const { may } = rightsIn({ ...example, role });
    expect(scopes.filter(may)).toEqual(roleGrants[role].scopes);
    const limited = rightsIn({ ...example, role, projects: ["billing"] });
    expect(limited.limited).toBe(true);
    expect(scopes.filter(limited.may)).toEqual(roleGrants[role].scopes.filter((scope) => !isUnboundedOnly(scope)));
  }
});
