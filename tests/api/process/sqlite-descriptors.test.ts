import { execFileSync, spawn } from "node:child_process";
import os from "node:os";
import { afterAll, expect, test } from "vitest";
import { connect, exchange, type RawConnection, requestBytes } from "../../support/http/raw-http";
import { newDataDir, projectRoot, removeDataDir } from "../../support/vaults/server";

const dataDir = newDataDir();
const limit = 160;
let child: ReturnType<typeof start>;

/** A vault with a limit of 160 descriptors, which the shell sets. */
function start() {
  return spawn("/bin/sh", ["-c", `ulimit -n ${limit} && exec "${process.execPath}" scripts/start.mjs`], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: os.tmpdir(),
      NODE_ENV: "production",
      PORT: "0",
      VAULT_DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

afterAll(() => {
  child?.kill("SIGKILL");
  removeDataDir(dataDir);
});

test("with more clients than descriptors the vault turns the last ones away and serves the others, pages included", async () => {
  expect(execFileSync("/bin/sh", ["-c", `ulimit -n ${limit} && ulimit -n`], { encoding: "utf8" }).trim()).toBe(
    String(limit),
  );
  child = start();
  const baseUrl = await new Promise<string>((resolve) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      const port = /The vault is open at http:\/\/localhost:(\d+)/.exec(printed)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  const first = connect(baseUrl);
  first.write(requestBytes("GET", "/healthz"));
  expect((await first.answer()).status).toBe(200);
  // Silent ones, until the vault accepts no more.
  const silent: RawConnection[] = [];
  let turnedAway = 0;
  while (turnedAway < 20) {
    const client = connect(baseUrl);
    silent.push(client);
    void client.closed.then(() => (turnedAway += 1));
    expect(await first.answered(requestBytes("GET", "/healthz"))).toBe(200);
    expect(silent.length).toBeLessThan(2 * limit);
  }
  expect(silent.length).toBeGreaterThan(limit / 4);
  // These need files and the database.
  for (const target of ["/login", "/readyz", "/api/auth/csrf"])
    expect({ target, status: await first.answered(requestBytes("GET", target)) }).toEqual({ target, status: 200 });
  for (const client of silent) client.destroy();
  first.destroy();
  await expect
    .poll(
      () =>
        exchange(baseUrl, requestBytes("GET", "/healthz")).then(
          ({ status }) => status,
          () => null,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
});
