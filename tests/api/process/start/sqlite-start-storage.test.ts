import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "vitest";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { projectRoot } from "../../../support/vaults/server";
import { type EndedStart, endedStart, expectSentence } from "../../../support/vaults/starts";

const { aFolder } = ownVaults();

/** A start whose process may create no file larger than about 100 KiB: a database does not fit, as on a full disk. */
function startWithSmallFiles(dataDir: string): Promise<EndedStart> {
  const child = spawn("sh", ["-c", 'ulimit -f 100; exec "$0" scripts/start.mjs', process.execPath], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", PORT: "0", VAULT_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString("utf8")));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output, dataDir })));
}

test("a start that can't write its database fails with a message", async () => {
  const dataDir = path.join(aFolder(), "small");
  expectSentence(await startWithSmallFiles(dataDir), new RegExp(`${dataDir}`));
});

test("a start on a file that is not a database fails with a message", async () => {
  const dataDir = aFolder();
  writeFileSync(path.join(dataDir, "vault.db"), "this is no database ".repeat(500));
  expectSentence(
    await endedStart({ dataDir }),
    /damaged or not a database: restore the latest backup into an empty folder/,
  );
});

test("a start with a folder in place of the database fails with a message", async () => {
  const dataDir = aFolder();
  mkdirSync(path.join(dataDir, "vault.db"));
  expectSentence(await endedStart({ dataDir }), /can't be read or written \(SQLITE_CANTOPEN\w*\)/);
});
