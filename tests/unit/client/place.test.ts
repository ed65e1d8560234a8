import { expect, test } from "vitest";
import { pathInVault, activeVaultOf } from "@/lib/client/vaults/active-vault";

const team = "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30";

test("the place of a path is the team's whose id follows /teams, and one's own otherwise", () => {
  for (const path of [`/teams/${team}`, `/teams/${team}/vault`, `/teams/${team}/envs/1`])
    expect(activeVaultOf(path)).toBe(team);
  for (const path of ["/", "/vault", "/teams", "/teams/", "/settings", "/x/teams/y"])
    expect(activeVaultOf(path)).toBeNull();
});

test("a path of a place is found there again, with its query, and others keep their address", () => {
  expect(pathInVault(team, "/")).toBe(`/teams/${team}`);
  expect(pathInVault(team, "/vault?entry=1")).toBe(`/teams/${team}/vault?entry=1`);
  expect(pathInVault(team, "/projects/billing")).toBe(`/teams/${team}/projects/billing`);
  expect(pathInVault(team, "/envs/2?fill=sentence")).toBe(`/teams/${team}/envs/2?fill=sentence`);
  for (const path of ["/settings", "/docs", "/login?from=%2F", `/teams/${team}/settings`, "/teams/other/vault"])
    expect(pathInVault(team, path)).toBe(path);
  for (const path of ["/", "/vault?entry=1", "/envs/2"]) expect(pathInVault(null, path)).toBe(path);
});
