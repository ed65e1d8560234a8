import { expect, test } from "vitest";
import { pathIn, placeOf } from "@/lib/client/place";

const team = "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30";

test("the place of a path is the team's whose id follows /teams, and one's own otherwise", () => {
  for (const path of [`/teams/${team}`, `/teams/${team}/vault`, `/teams/${team}/envs/1`])
    expect(placeOf(path)).toBe(team);
  for (const path of ["/", "/vault", "/teams", "/teams/", "/settings", "/x/teams/y"]) expect(placeOf(path)).toBeNull();
});

test("a path of a place is found there again, with its query, and others keep their address", () => {
  expect(pathIn(team, "/")).toBe(`/teams/${team}`);
  expect(pathIn(team, "/vault?entry=1")).toBe(`/teams/${team}/vault?entry=1`);
  expect(pathIn(team, "/projects/billing")).toBe(`/teams/${team}/projects/billing`);
  expect(pathIn(team, "/envs/2?fill=sentence")).toBe(`/teams/${team}/envs/2?fill=sentence`);
  for (const path of ["/settings", "/docs", "/login?from=%2F", `/teams/${team}/settings`, "/teams/other/vault"])
    expect(pathIn(team, path)).toBe(path);
  for (const path of ["/", "/vault?entry=1", "/envs/2"]) expect(pathIn(null, path)).toBe(path);
});
