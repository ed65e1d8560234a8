import { expect, test } from "vitest";
import { projectSight } from "@/components/projects/project-sight";

test("what a project's page shows is read from its own query, and the first sight has none", () => {
  const first = projectSight.read("");
  expect(projectSight.write(first)).toBe("");
  const sight = { ...first, search: "stripe", create: "entry", category: "one", environment: "staging" } as const;
  expect(projectSight.write(sight)).toBe("q=stripe&category=one&environment=staging&new=entry");
  expect(projectSight.read(projectSight.write(sight))).toEqual(sight);
  expect(projectSight.read("entry=two&show=history")).toEqual({ ...first, entry: "two", part: "history" });
  expect(projectSight.read("environment=nowhere&new=category&show=all")).toEqual(first);
});
