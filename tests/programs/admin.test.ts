import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/vaults/server";

test("an operator's command is that of the build, from which a vault may be running: newer sources are told and not built, and their migrations not applied", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-admin-"));
  try {
    cpSync(path.join(projectRoot, "scripts"), path.join(folder, "scripts"), { recursive: true });
    for (const name of ["packages", "node_modules"]) symlinkSync(path.join(projectRoot, name), path.join(folder, name));
    for (const name of ["dist", ".next"]) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    for (const name of ["dist/migrations/of-the-build", "prisma/migrations/of-the-build", "prisma/migrations/newer"])
      mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(
      path.join(folder, "dist/admin.mjs"),
      'import { readdirSync } from "node:fs"; export const run = ({ migrationsFolder }) => (console.log(...readdirSync(migrationsFolder)), 0);',
    );
    writeFileSync(path.join(folder, "dist/.stamp"), "those of\nother sources");
    writeFileSync(path.join(folder, ".next/BUILD_ID"), "1");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/admin.mjs", "verify"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, "of-the-build\n"]);
    expect(stderr).toMatch(/^The sources are newer than the build, .*npm run build/);
    expect(readFileSync(path.join(folder, "dist/.stamp"), "utf8")).toBe("those of\nother sources");
    // Builds were without their own once.
    rmSync(path.join(folder, "dist/migrations"), { recursive: true });
    const former = spawnSync(process.execPath, ["scripts/admin.mjs", "verify"], { cwd: folder, encoding: "utf8" });
    expect([former.status, former.stdout]).toEqual([0, "newer of-the-build\n"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
