import { type ChildProcess, fork } from "node:child_process";
import { Agent } from "node:http";
import path from "node:path";
import { pagesEnvironment } from "../../env";
import { loggableError, log } from "../../log";
import { type SocketPaths, privateSockets } from "./socket-paths";
import { vaultForPages } from "./vault-socket";

/** How the process ended: by itself, or by a signal. */
export type Ending = { exitCode: number | null; signal: NodeJS.Signals | null };

export type PagesProcess = {
  /** Resolves once it answers; rejects if it ends before, as it does after `startMsMax`. */
  ready: Promise<{ socketPath: string; agent: Agent }>;
  ended: Promise<Ending>;
  /** Ends it, in any case within `endMsMax`. */
  end(): void;
};

/** How long the process may take until it answers (ms), however busy the machine is: pages wait for it. */
export const startMsMax = 60_000;
/** How long it may take to end by itself (ms). */
const endMsMax = 2_000;

/** What it tells over its channel. Faults come without their messages, which may quote what a page shows. */
type Told = { event: "listening" } | { event: "fault"; fault: object };

/**
 * Starts the process that has Next, from the build in `folder`. It gets no key, no database address and no other secret:
 * its environment is a list of its own, it inherits no file, and its output goes nowhere but over its channel.
 */
export function startPages(folder: string): PagesProcess {
  const place = privateSockets();
  const child = forked(folder, place);
  const agent = new Agent({ keepAlive: true });
  const vault = vaultForPages();
  vault.on("error", (error) => {
    log.error({ event: "pages-fault", error: loggableError(error) });
    // Without its socket nothing can be asked of the vault, so no page could be made.
    if (!vault.listening) child.kill("SIGKILL");
  });
  vault.listen(place.vault);
  const ended = new Promise<Ending>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    // It could not be started at all: no memory, or no process allowed.
    child.on("error", () => child.pid === undefined && resolve({ exitCode: null, signal: null }));
  });
  void ended.then(() => {
    agent.destroy();
    vault.close().closeAllConnections();
    place.remove();
  });
  const listening = new Promise<void>((resolve) => {
    child.on("message", (told: Told) => {
      if (told.event === "listening") resolve();
      else log.error({ event: "pages-fault", error: told.fault });
    });
  });
  // It hangs: its end is told, and the next page starts another.
  const late = setTimeout(() => child.kill("SIGKILL"), startMsMax).unref();
  void Promise.race([listening, ended]).then(() => clearTimeout(late));
  return {
    ready: Promise.race([
      listening.then(() => ({ socketPath: place.pages, agent })),
      ended.then(() => Promise.reject(new Error("The pages' process ended before it answered"))),
    ]),
    ended,
    end() {
      // It ends when its channel closes, as it does if this process is killed.
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill("SIGKILL"), endMsMax);
      void ended.then(() => clearTimeout(late));
    },
  };
}

/** Throws if the system has no room for a process, and leaves nothing behind then. */
function forked(folder: string, place: SocketPaths): ChildProcess {
  try {
    return fork(path.join(folder, "dist/pages.mjs"), [folder, place.pages, place.vault], {
      cwd: folder,
      env: pagesEnvironment(folder),
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch (error) {
    place.remove();
    throw error;
  }
}
