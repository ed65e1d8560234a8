import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { iconOfName } from "@/lib/icons/icon-of-name";

test("a vault that is started by a link to its command, as npm makes one, finds the icons beside the command", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "icons-"));
  const [, started = ""] = process.argv;
  try {
    process.argv[1] = path.join(folder, "secrets-vault");
    symlinkSync(path.resolve("scripts/start.mjs"), process.argv[1]);
    const iconOf = await iconOfName();
    expect(["STRIPE_SECRET_KEY", "GitHub", "Session"].map(iconOf)).toEqual(["stripe", "github", "session"]);
    expect(["PORT", "SESSION_SECRET"].map(iconOf)).toEqual([null, null]);
  } finally {
    process.argv[1] = started;
    rmSync(folder, { recursive: true });
  }
});
