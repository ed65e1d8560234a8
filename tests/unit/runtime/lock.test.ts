import type * as nodeFs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { lockDatabase } from "@/lib/runtime/lock";

let fault: string | undefined;
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof nodeFs>();
  const accessSync = (file: nodeFs.PathLike, mode?: number) => {
    if (fault !== undefined) throw Object.assign(new Error(fault), { code: fault });
    fs.accessSync(file, mode);
  };
  return { ...fs, accessSync };
});
afterEach(() => {
  fault = undefined;
});

test("a folder that can't be written to is told as such, with what to do, and not as a fault of the lock", () => {
  fault = "EROFS";
  expect(() => lockDatabase("/proc/nobody/vault.db")).toThrow(
    "The data folder /proc/nobody can't be written to: it is on a read-only disk. Mount the disk for writing, or set VAULT_DATA_DIR to another folder.",
  );
  fault = "EACCES";
  expect(() => lockDatabase("/proc/nobody/vault.db")).toThrow(
    "The data folder /proc/nobody can't be written to: let this user write there, or set VAULT_DATA_DIR to another folder.",
  );
});
