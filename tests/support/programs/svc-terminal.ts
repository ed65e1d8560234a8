import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { projectRoot } from "../vaults/server";
import { type Ended, svcFile, type SvcOptions } from "./svc";

/** DEC private mode 2004, as in xterm's manual: h sets it, l resets it. */
const pasteMode = /\u001b\[\?2004([hl])/g;

/** `script` starts nothing but svc, instead of the shell. */
const onlyChildOf = (pid = 0) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** What is typed, or the signal that is sent to svc alone. */
type Answer = string | { signal: NodeJS.Signals };

/**
 * Runs svc on its own terminal, which `script` creates (util-linux; part of every Debian), and types each answer once
 * its question appears; `redirected` takes some of its streams elsewhere, as in a shell. Resolves with everything that the terminal showed, which includes typed text unless svc
 * prevents that, and with the sequences that switch bracketed paste, which no terminal shows.
 */
export function svcOnTerminal(
  args: readonly string[],
  answers: readonly (readonly [question: string, answer: Answer])[],
  { env = {}, cwd = projectRoot, redirected = "" }: Omit<SvcOptions, "input"> & { redirected?: string } = {},
): Promise<Pick<Ended, "code"> & { shown: string; pasteModes: string[] }> {
  // svc's path has no keyring program; script itself needs its own path.
  const command = `PATH=/nonexistent exec ${[process.execPath, svcFile, ...args].map(quoted).join(" ")} ${redirected}`;
  const child = spawn("script", ["--quiet", "--return", "--echo", "always", "--command", command, "/dev/null"], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      SHELL: "/bin/sh",
      TERM: "xterm",
      HOME: "/nonexistent",
      NODE_ENV: "test",
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  let read = 0;
  const open = [...answers];
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    shown += chunk;
    const [question, answer] = open[0] ?? [];
    const at = question === undefined ? -1 : shown.indexOf(question, read);
    if (question === undefined || answer === undefined || at === -1) return;
    read = at + question.length;
    open.shift();
    if (typeof answer === "string") child.stdin.write(`${answer}\r`);
    else process.kill(onlyChildOf(child.pid), answer.signal);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      child.stdin.destroy();
      resolve({
        code,
        shown: shown.replaceAll(pasteMode, "").replace(/\r+\n/g, "\n"),
        pasteModes: [...shown.matchAll(pasteMode)].map(([, mode = ""]) => mode),
      });
    });
  });
}
