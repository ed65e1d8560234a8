import { spawn } from "node:child_process";
import { CliError } from "../cli-error";

const programs: readonly (readonly [name: string, ...args: string[]])[] =
  process.platform === "darwin"
    ? [["pbcopy"]]
    : process.platform === "win32"
      ? [["clip"]]
      : [
          ["wl-copy", "--sensitive"],
          ["wl-copy"],
          ["xclip", "-selection", "clipboard"],
          ["xsel", "--clipboard", "--input"],
        ];

/** Copies a text to the clipboard, over the program's standard input. */
export async function copy(text: string): Promise<void> {
  for (const [name, ...args] of programs) if (await feed(name, args, text)) return;
  throw new CliError("refused", `No clipboard program worked (tried ${programs.map(([name]) => name).join(", ")}).`);
}

function feed(name: string, args: string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Ignore its output: xclip stays to serve the clipboard and would hold a pipe open.
    const program = spawn(name, args, { stdio: ["pipe", "ignore", "ignore"] });
    program.once("error", () => resolve(false));
    program.once("exit", (status) => resolve(status === 0));
    program.stdin.once("error", () => resolve(false)).end(text);
  });
}
