// Keeps what V8 makes of Next and the pages, so that the pages' process starts in two thirds of the time.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import os from "node:os";
import path from "node:path";
import { nextEnvironment, root } from "../setup.mjs";

/** What the pages are told of a vault that nobody is signed in to. */
const facts = {
  password: true,
  registration: true,
  mail: false,
  provider: null,
  secondFactorRequired: false,
};
const pages = ["/login", "/register", "/vault"];

/**
 * Starts the built pages beside a stand-in for the vault, asks for those that anybody sees first, and has their process
 * write the cache. Throws if it does not. Without a cache, the pages work as they do, only later.
 */
export async function makeCompileCache() {
  // Systems take about 100 bytes for a socket's path.
  const place = os.tmpdir().length <= 75 ? os.tmpdir() : "/tmp";
  const folder = mkdtempSync(path.join(place, "svc-build-"));
  const [ours, theirs] = ["vault", "pages"].map((name) =>
    process.platform === "win32" ? String.raw`\\.\pipe\svc-build-${process.pid}-${name}` : path.join(folder, name),
  );
  const vault = createServer((_, answer) => answer.end(JSON.stringify(facts))).listen(ours);
  try {
    await once(vault, "listening");
    const { config } = JSON.parse(readFileSync(path.join(root, ".next/required-server-files.json"), "utf8"));
    await tried(ours, theirs, { program: path.join(root, "dist/pages.mjs"), config });
  } finally {
    vault.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In ms. It takes a second. */
const triedMsMax = 60_000;

/** Throws what went wrong: the start, a page, or writing the cache. `program` is that of the pages. */
export function tried(ours, theirs, { program, config }) {
  const child = fork(program, [root, theirs, ours, "note-compiled"], {
    cwd: root,
    // As the vault starts it.
    env: { ...nextEnvironment, NODE_ENV: "production", __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), triedMsMax);
  const faults = [];
  let failing = "The pages that were built don't start";
  const leave = () => child.connected && child.disconnect();
  child.on("message", ({ event, fault }) => {
    if (event === "fault") faults.push(JSON.stringify(fault));
    else if (event === "written") {
      failing = null;
      leave();
    } else {
      failing = "The pages that were built don't answer";
      Promise.all(pages.map((page) => answered(theirs, page))).then(
        () => {
          failing = "What V8 made of the pages can't be kept";
          if (child.connected) child.send({ event: "write" });
        },
        (error) => {
          faults.push(error.message);
          leave();
        },
      );
    }
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(late);
      if (code === 0 && failing === null) resolve();
      else
        reject(
          new Error(`${failing ?? "The pages' process doesn't end"}: ${faults.join("; ") || "no fault was told"}.`),
        );
    });
  });
}

const answered = (socketPath, page) =>
  new Promise((resolve, reject) => {
    get({ socketPath, path: page }, (answer) => {
      if (answer.statusCode >= 500) reject(new Error(`${page} answers ${answer.statusCode}`));
      answer.resume().once("end", resolve);
    }).once("error", reject);
  });
