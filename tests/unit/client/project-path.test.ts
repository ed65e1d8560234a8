import { expect, test } from "vitest";
import { projectInPath, projectPath } from "@/lib/client/vaults/project-path";

test("a project's path leads back to its name, whatever the name is", () => {
  for (const name of ["billing", "a/b", "100 %", "..", ".", "?#&", "Größe 2", "%2F"]) {
    const { pathname } = new URL(projectPath(name), "http://localhost");
    expect(projectInPath(pathname.slice("/projects/".length)), name).toBe(name);
  }
});

test("a path that is not well encoded names no project", () => {
  expect(projectInPath("%E0%A4%A")).toBeNull();
});
