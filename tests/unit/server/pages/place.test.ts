import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { privateSockets } from "@/lib/server/pages/socket-paths";

test.skipIf(process.platform === "win32")("a folder that can't be looked at any more is left, and ends nothing", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "vault-place-"));
  const folder = path.join(root, "tmp");
  mkdirSync(folder);
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  const place = privateSockets();
  expect(place.folder).toContain(folder);
  // Two links that lead to each other.
  renameSync(folder, `${folder}.moved`);
  symlinkSync(`${folder}.other`, folder);
  symlinkSync(folder, `${folder}.other`);
  expect(() => place.remove()).not.toThrow();
});
