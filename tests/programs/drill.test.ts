import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isOnlyOne } from "../../scripts/drill/leaving.mjs";
import { familyOf } from "../../scripts/drill/processes.mjs";

let folder = "";
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "drill-parts-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** A process that runs lines of a module, with the drill's parts at hand. */
function start(lines: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", lines], {
    cwd: path.resolve("scripts/drill"),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

const isAlive = (id: number) => existsSync(`/proc/${id}`) && !readFileSync(`/proc/${id}/stat`, "utf8").includes(") Z ");

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a release whose build is ended by %s leaves no tree, no folder and no process behind",
  async (signal) => {
    const repository = path.join(folder, "repository");
    const temporary = path.join(folder, "temporary");
    const began = path.join(folder, "began");
    mkdirSync(path.join(repository, "scripts"), { recursive: true });
    mkdirSync(temporary);
    const endless = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
      process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); process.on("SIGHUP", () => {});
      writeFileSync(${JSON.stringify(began)}, process.pid + " " + child.pid);`;
    writeFileSync(path.join(repository, "scripts/package.mjs"), endless);
    const git = (...words: string[]) => {
      const named = ["-c", "user.name=drill", "-c", "user.email=drill@example.com", "-c", "commit.gpgsign=false"];
      const { status, stdout } = spawnSync("git", [...named, ...words], { cwd: repository, encoding: "utf8" });
      expect(status).toBe(0);
      return stdout;
    };
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--no-verify", "--message", "a release");

    const drill = start(
      `import { leaveInOrder } from "./leaving.mjs"; import { buildRelease } from "./upgrade.mjs";
       leaveInOrder();
       await buildRelease("HEAD", { repository: ${JSON.stringify(repository)} });`,
      { TMPDIR: temporary },
    );
    const ended = once(drill, "exit");
    await expect
      .poll(() => existsSync(began) && readFileSync(began, "utf8").includes(" "), { timeout: 30_000 })
      .toBe(true);
    const builders = readFileSync(began, "utf8").split(" ").map(Number);
    expect(builders.map(isAlive)).toEqual([true, true]);
    drill.kill(signal);
    expect(await ended).toEqual([1, null]);
    await expect.poll(() => builders.map(isAlive)).toEqual([false, false]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
  },
);

test("a second drill is refused as long as the first one runs, however that ends", async () => {
  const port = 40_000 + (process.pid % 20_000);
  const begin = async () => {
    const child = start(
      `import { isOnlyOne } from "./leaving.mjs"; console.log(await isOnlyOne(${port})); setInterval(() => {}, 1e6);`,
    );
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    return { child, said: String(said).trim() };
  };
  const first = await begin();
  expect(first.said).toBe("true");
  expect((await begin()).said).toBe("false");
  const ended = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await ended;
  expect((await begin()).said).toBe("true");
});

/** How the drill ends before it starts anything. */
function refusal(...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/drill.mjs", ...args], {
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, stderr: stderr.trim() };
}

test("the drill itself is refused while another one runs", async () => {
  // Refused too, if there is one on this machine just now.
  await isOnlyOne();
  const reason = "Another drill runs on this machine. Two would take each other's addresses.";
  expect(refusal("--upgrade-from=HEAD")).toEqual({ status: 1, stderr: reason });
});

test.each([["--faults=none"], ["--faults=0"], ["--writes=-1"], ["--reads=0.5"]])(
  "the drill does not start with %s, which would try nothing",
  (option) => {
    expect(refusal(option)).toEqual({ status: 1, stderr: `${option} is not a whole number above 0.` });
  },
);

test("a process's family is those that it started, and theirs, whatever they are called", async () => {
  const child = start(
    `import { spawn } from "node:child_process"; process.title = "a) S 1 (b";
     const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
     console.log(inner.pid);`,
  );
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const inner = Number(String(said));
  expect(familyOf(child.pid ?? 0)).toEqual([child.pid, inner]);
  expect(familyOf(process.pid)).toEqual(expect.arrayContaining([process.pid, child.pid, inner]));
  process.kill(inner, "SIGKILL");
});
