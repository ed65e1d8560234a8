import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../cli-error";
import { HiddenLine } from "./hidden-input";

/** Nobody types this soon after Enter; the rest of a paste arrives at once. */
const restOfPasteMs = 100;

const bracketedPaste = { on: "\u001b[?2004h", off: "\u001b[?2004l" };

/**
 * Asks on the terminal without showing what is typed or pasted. Several lines are taken as a whole, or refused if the
 * terminal can't mark them as one paste.
 */
export async function askHidden(question: string): Promise<Uint8Array> {
  const { stdin, stderr } = process;
  const isTold = stderr.isTTY && process.env.TERM !== "dumb";
  stdin.setRawMode(true);
  // Only now that echo is off: anyone who sees the question may answer at once.
  stderr.write(`${isTold ? bracketedPaste.on : ""}${question}`);
  try {
    return await readHidden();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write(`${isTold ? bracketedPaste.off : ""}\n`);
  }
}

function readHidden(): Promise<Uint8Array> {
  const { stdin } = process;
  const hidden = new HiddenLine();
  const several = new CliError(
    "refused",
    "Several lines came at once, and this terminal does not mark them as one paste: nothing was stored. Put them into a file that only you can read, and pass it with < FILE.",
  );
  return new Promise((resolve, reject) => {
    let isDone = false;
    stdin.once("end", () => reject(new CliError("refused", "Nothing was entered.")));
    stdin.on("data", (chunk: Buffer) => {
      if (isDone) return reject(several);
      try {
        const ended = hidden.push(chunk);
        if (!ended) return;
        if (ended.hasMore) return reject(several);
        isDone = true;
        void sleep(restOfPasteMs).then(() => resolve(ended.line));
      } catch (error) {
        reject(error as CliError);
      }
    });
    // An earlier question has paused it.
    stdin.resume();
  });
}
