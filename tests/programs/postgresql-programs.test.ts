import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { nobodyMayRun, openFolder } from "../support/programs/nobody";
import { programsForNobody } from "../support/postgresql/postgresql-programs";

test("programs in a folder that their user may not enter are copied, others are used in place", () => {
  const [closed, place] = [mkdtempSync(path.join(os.tmpdir(), "vault-closed-")), openFolder("vault-open-")];
  try {
    const bin = path.join(closed, "a root's home/bin");
    mkdirSync(bin, { recursive: true, mode: 0o700 });
    const found = { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") };
    for (const program of Object.values(found)) writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    const programs = programsForNobody(found, place);
    expect(Object.values(programs).map(nobodyMayRun)).toEqual([true, true]);
    expect(programsForNobody(programs, place)).toEqual(programs);
  } finally {
    for (const folder of [closed, place]) rmSync(folder, { recursive: true, force: true });
  }
});
