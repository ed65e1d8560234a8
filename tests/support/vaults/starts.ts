import { expect } from "vitest";
import { launch, type StartOptions } from "./server";

/** The result of a start that ended by itself: exit code and all of its output. */
export type EndedStart = { code: number | null; output: string; dataDir: string };

/** Starts a vault that must fail to start. Throws, and ends it, if it does start. */
export async function endedStart(options: StartOptions = {}): Promise<EndedStart> {
  const { child, dataDir, output, outcome } = await launch(options);
  const result = await outcome;
  if ("url" in result) {
    child.kill("SIGKILL");
    throw new Error(`The vault started although it should not have:\n${output()}`);
  }
  return { code: result.code, output: output(), dataDir };
}

/** A refusal as an operator sees it: exit code 1, a matching message, no stack trace. */
export function expectSentence({ code, output }: EndedStart, sentence: RegExp): void {
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(sentence) });
  expect(output).toMatch(/[.!]\s*$/);
  expect(output).not.toMatch(/^\s+at /m);
}
