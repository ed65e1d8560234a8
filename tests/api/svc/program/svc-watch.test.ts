import { once } from "node:events";
import path from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { expect, test, type TestContext } from "vitest";
import { createEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { aCategory } from "../../../support/rows/fixtures";
import { startSvc, svcWith } from "../../../support/programs/svc";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { standIns } from "../../../support/vaults/stand-in";

const { aFolder } = ownVaults();
const aServer = standIns();

/** A vault behind something that counts, and that can go away. What watches it ends with the test. */
async function aWatched({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const { key, accessKey } = await aUserWithKey();
  const { id: categoryId } = await aCategory(key);
  const entry = await key.call(createEntry, { body: { categoryId, name: "billing", value: "one" } });
  const state = { isDown: false };
  const { url, seen } = await aServer((incoming, response) => {
    if (state.isDown) return void response.destroy();
    const { host: _, ...headers } = incoming.headers;
    const onward = request(sharedBaseUrl() + (incoming.url ?? ""), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  const folder = aFolder();
  return {
    key,
    accessKey,
    seen,
    state,
    file: (name: string) => path.join(folder, name),
    set: (value: string) => key.call(updateEntry, { params: { id: entry.id }, body: { value } }),
    another: () => key.call(createEntry, { body: { categoryId, name: "other", value: "else" } }),
    watch(args: string[], script: string) {
      const { child, ended } = startSvc(
        ["run", "--watch", "--interval", "2", ...args, "--", process.execPath, "-e", script],
        { cwd: folder, env: { SVC_URL: url, SVC_ACCESS_KEY: accessKey.key } },
      );
      onTestFinished(() => void child.kill("SIGKILL"));
      let [out, err] = ["", ""];
      child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
      child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
      const says = async (what: "stdout" | "stderr", words: string) => {
        while (!(what === "stdout" ? out : err).includes(words)) await once(child[what] ?? child, "data");
      };
      return { child, ended, says, said: () => ({ out, err }) };
    },
  };
}

const polled = { timeout: 60_000, interval: 50 };
const stay = "console.log('has ' + process.env.STRIPE_SECRET_KEY); setInterval(() => {}, 1000)";

// Each waits for a command that looks every two seconds, the most often that svc does: they wait together.
test.concurrent(
  "svc run --watch restarts the command with the new value; other entries' changes cost it nothing, and looking reveals nothing",
  async (context) => {
    const { expect } = context;
    const { watch, set, another, seen, key } = await aWatched(context);
    const { child, ended, says, said } = watch(
      ["-p", "billing"],
      `process.on('SIGTERM', () => process.exit(7)); ${stay}`,
    );
    await says("stdout", "has one");
    const paths = () => seen.map(({ url }) => url);
    const exports = () => paths().filter((url) => url?.startsWith("/api/export")).length;
    await another();
    // Looks for the third time: the second has seen the other entry.
    await expect.poll(() => paths().filter((url) => url === "/api/entries").length, polled).toBeGreaterThanOrEqual(3);
    expect(exports()).toBe(1);
    expect(seen.filter(({ url }) => url === "/api/entries").at(-1)?.headers["if-none-match"]).toMatch(/^"/);
    await set("two");
    await says("stdout", "has two");
    expect(said().err).toContain("STRIPE_SECRET_KEY changed: restarting the command.");
    expect([said().out, exports()]).toEqual(["has one\nhas two\n", 2]);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 7, signal: null });
    expect(key).toBeDefined();
  },
);

test.concurrent(
  "while the vault is away the command goes on, with fewer and fewer questions, and follows when it is back",
  async (context) => {
    const { watch, set, state, seen } = await aWatched(context);
    const { says, said, child, ended } = watch([], stay);
    await says("stdout", "has one");
    state.isDown = true;
    await says("stderr", "The command keeps its current values.");
    const before = seen.length;
    await set("two");
    state.isDown = false;
    await says("stdout", "has two");
    expect(said().err).toContain("The vault is answering again.");
    expect(said().err.match(/keeps its current values/g)).toHaveLength(1);
    // The look that found it back, the values, and no crowd.
    expect(seen.length - before).toBeLessThanOrEqual(4);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGTERM" });
  },
);

test.concurrent(
  "--signal sends a signal in place of a restart; a command that ends by itself ends svc with its exit code",
  async (context) => {
    const { watch, set } = await aWatched(context);
    const { says, ended } = watch(["--signal", "HUP"], `${stay}; process.on('SIGHUP', () => process.exit(42))`);
    await says("stdout", "has one");
    await set("two");
    expect(await ended).toMatchObject({ code: 42, stdout: "has one\n" });
  },
);

test.concurrent("--watch with --files follows the files and what they refer to", async (context) => {
  const { watch, set, key, file } = await aWatched(context);
  const { data } = await key.call(createEnvProject, { body: { name: "web" } });
  const save = (content: string) =>
    key.call(saveEnvFile, { params: { id: data.id }, body: { fileType: "env", content } });
  await save("STRIPE_SECRET_KEY=svc://Stripe/billing/-\nMODE=a\n");
  writeFileSync(file("log"), "");
  const script = `require('node:fs').appendFileSync('log', process.env.STRIPE_SECRET_KEY + process.env.MODE + ' '); ${stay}`;
  const { says, child, ended } = watch(["--files", "-p", "web"], script);
  await says("stdout", "has one");
  await set("two");
  await says("stdout", "has two");
  await save("STRIPE_SECRET_KEY=svc://Stripe/billing/-\nMODE=b\n");
  await says("stderr", "MODE changed");
  while (!readFileSync(file("log"), "utf8").includes("twob")) await once(child.stdout ?? child, "data");
  expect(readFileSync(file("log"), "utf8")).toBe("onea twoa twob ");
  child.kill("SIGTERM");
  await ended;
});

test.each([
  [["--interval", "1"], "from 2 to 3600"],
  [["--signal", "NOPE"], "--signal"],
])("%j is a usage error with --watch", async (args, words) => {
  const call = svcWith(sharedBaseUrl(), (await aUserWithKey()).accessKey.key);
  expect(await call(["run", "--watch", ...args, "--", "true"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(words),
  });
  expect(await call(["run", "--interval", "5", "--", "true"])).toMatchObject({ code: 2 });
});
