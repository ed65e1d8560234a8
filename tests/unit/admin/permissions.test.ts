import type * as fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { permissions } from "@/lib/admin/permissions";
import { settingsFor } from "../../support/vaults/own-runtime";

const dataFolder = "/vault/data";
const keys = "/run/secrets/keys";

/** The owners and modes of files that this machine does not have, whoever runs the tests. */
const files = vi.hoisted(() => new Map<string, { uid: number; gid: number; mode: number }>());
vi.mock("node:fs", async (load) => {
  const real = await load<typeof fs>();
  return {
    ...real,
    existsSync: (file: string) => files.has(file),
    statSync: (file: string) => files.get(file) ?? real.statSync(file),
  };
});

afterEach(() => {
  files.clear();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each([
  ["root's, for a group of the vault's user", [0, 1000, 0o640], undefined],
  ["root's, for the group of the data folder", [0, 3000, 0o440], undefined],
  ["root's, for root's own group", [0, 0, 0o640], undefined],
  ["root's, for a group of others", [0, 5000, 0o640], "others can read it: chmod 600 /run/secrets/keys"],
  ["root's, that the group may change", [0, 1000, 0o660], "others can read it: chmod 600 /run/secrets/keys"],
  ["root's, for everybody", [0, 1000, 0o644], "others can read it: chmod 440 /run/secrets/keys"],
  ["the vault's own", [1000, 1000, 0o600], undefined],
  ["the vault's own, for its group", [1000, 1000, 0o640], "others can read it: chmod 600 /run/secrets/keys"],
  ["another user's", [2000, 1000, 0o640], "it belongs to another user, who can read it: chown it to "],
] as const)("who can read given master keys is judged by owner and group: %s", (_, [uid, gid, mode], todo) => {
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  vi.spyOn(process, "getgroups").mockReturnValue([1000]);
  vi.stubEnv("VAULT_MASTER_KEYS_FILE", keys);
  files.set(dataFolder, { uid: 1000, gid: 3000, mode: 0o700 });
  files.set(keys, { uid, gid, mode });
  const findings = permissions({ ...settingsFor(dataFolder), VAULT_DATA_DIR: dataFolder });
  expect(findings.map(({ what }) => what)).toEqual([
    `permissions of ${dataFolder}`,
    `${uid === 2000 ? "owner" : "permissions"} of ${keys}`,
  ]);
  expect(findings[0]?.todo).toBeNull();
  if (todo === undefined) expect(findings[1]?.todo).toBeNull();
  else expect(findings[1]?.todo).toContain(todo);
});
