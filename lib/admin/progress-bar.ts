import type { Progress } from "../services/maintenance/progress";

const widthMax = 30;
const redrawMs = 100;

/** A progress bar on standard error, if that is a terminal. */
export function progressBar(what: string): Progress & { end(): void } {
  const shown = process.stderr.isTTY;
  let expected = 0;
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = Date.now();
    // How much is ahead isn't known.
    if (expected === 0) return void process.stderr.write(`\r${what}: ${done} `);
    const share = Math.min(1, done / expected);
    const filled = Math.round(share * widthMax);
    process.stderr.write(
      `\r${what} [${"#".repeat(filled)}${"-".repeat(widthMax - filled)}] ${Math.floor(share * 100)} % of ${expected} `,
    );
  };
  return {
    expect: (count) => void (expected += count),
    advance(count) {
      done += count;
      if (shown && Date.now() - drawnAt >= redrawMs) draw();
    },
    end: () => void (shown && process.stderr.write("\r\u001b[K")),
  };
}
