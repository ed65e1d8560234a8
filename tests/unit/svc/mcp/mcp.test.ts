import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { allows, fault } from "../../../../packages/svc/src/mcp/allow-list";
import { answerBrokenLines } from "../../../../packages/svc/src/mcp/broken-lines";
import { formsOf, hideBroken } from "../../../../packages/svc/src/mcp/hide";
import { runHidden } from "../../../../packages/svc/src/mcp/run-hidden";

describe("lines that are no message", () => {
  function answersTo(...chunks: Buffer[]): unknown[] {
    const [input, output] = [new PassThrough(), new PassThrough()];
    answerBrokenLines(input, output);
    for (const chunk of chunks) input.emit("data", chunk);
    const text = output.read() as Buffer | null;
    return text === null
      ? []
      : text
          .toString()
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown);
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

  test("are answered if they are no JSON, in whatever pieces they come", () => {
    const text = Buffer.from(`${ping.replace("1", '"ü"')}\r\n{broken\r\n\r\n\n${ping}\n\ufeff${ping}\n`);
    const answers = answersTo(
      ...[...text].map((byte) => Buffer.from([byte])),
      Buffer.from(`no\nnor this\n${ping}\nunfinished`),
    );
    expect(answers).toHaveLength(4);
    for (const answer of answers) expect(answer).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
  });

  test.each([
    ["42", null],
    ["null", null],
    [`[${ping}]`, null],
    ["{}", null],
    ['{"id":22,"method":"ping"}', 22],
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"],
    ['{"jsonrpc":"2.0","id":23}', 23],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":24,"method":"ping","params":[]}', 24],
    ['{"jsonrpc":"2.0","id":25,"method":"ping","params":{"_meta":7}}', 25],
  ])("%s is answered as an invalid request", (line, id) => {
    expect(answersTo(Buffer.from(`${line}\n`))).toMatchObject([{ jsonrpc: "2.0", id, error: { code: -32600 } }]);
  });

  test.each([
    ping,
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":7}',
    '{"jsonrpc":"2.0","id":1,"error":"broken"}',
  ])("%s is left to the protocol's package, or is an answer", (line) => {
    expect(answersTo(Buffer.from(`${line}\n`))).toEqual([]);
  });
});

describe("the list of allowed commands", () => {
  test("a command is allowed argument by argument; * stands for exactly one that is no option", () => {
    const argument = fc.string({ maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(argument, { minLength: 1, maxLength: 4 }),
        fc.array(argument, { maxLength: 4 }),
        (pattern, command) => {
          const literal = pattern.map((part) => (part === "*" ? "x" : part));
          expect(allows(literal, command)).toBe(JSON.stringify(literal) === JSON.stringify(command));
        },
      ),
    );
    expect(allows(["psql", "-f", "*"], ["psql", "-f", "a b; rm -rf /"])).toBe(true);
    for (const command of [
      ["psql", "-f", ""],
      ["psql", "-f", "-c"],
      ["psql", "-f"],
      ["psql", "-f", "a", "b"],
      ["psql", "-f", "a", ""],
    ])
      expect([command, allows(["psql", "-f", "*"], command)]).toEqual([command, false]);
    expect(allows(["*", "a"], ["sh", "a"])).toBe(false);
    expect(allows(["run", "a*"], ["run", "ab"])).toBe(false);
  });

  test.each([
    "sh",
    "/bin/bash",
    "C:\\Windows\\cmd.exe",
    "python3.12",
    "node",
    "./env",
    "npx",
    "xargs",
    "find",
    "SUDO",
    "make",
  ])("%s with * would run anything, so no list holds it; written out it may stand there", (program) => {
    expect(fault([program, "*"])).toContain("whatever an argument says");
    expect(fault([program, "-c", "id"])).toBeNull();
  });

  test("svc itself is in no list, and neither is any program", () => {
    for (const program of ["svc", "./dist/svc.cjs", "svc.cmd"])
      expect(fault([program, "whoami"])).toContain("no agent");
    expect(fault(["*", "a"])).toContain("can't be *");
    expect(fault(["npm", "test"])).toBeNull();
    expect(fault(["psql", "-f", "*"])).toBeNull();
  });
});

test("a command that was cancelled while its values were on their way is not started", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "svc-cancelled-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = [process.execPath, "-e", "require('node:fs').writeFileSync('ran', '')"];
  const run = (signal: AbortSignal) =>
    runHidden(command, { folder, env: { NODE_ENV: "test" }, values: [], timeoutMs: 20_000, signal });
  await expect(run(AbortSignal.abort())).rejects.toThrow("nothing was run");
  expect(existsSync(path.join(folder, "ran"))).toBe(false);
  await run(new AbortController().signal);
  expect(existsSync(path.join(folder, "ran"))).toBe(true);
});

describe("hiding values that were encoded", () => {
  const value = fc.string({ minLength: 12, maxLength: 60, unit: "grapheme" }).filter((text) => text.isWellFormed());

  test("in base64 and in hexadecimal, whatever stands around it and wherever it is broken", () => {
    fc.assert(
      fc.property(
        value,
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        fc.integer({ min: 1, max: 20 }),
        (secret, before, after, width) => {
          const bytes = Buffer.from(before + secret + after);
          for (const form of ["base64", "base64url", "hex"] as const) {
            const text = bytes.toString(form).replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n");
            const hidden = hideBroken(
              text,
              formsOf(secret).map((each) => Buffer.from(each).toString("latin1")),
            );
            expect(hidden).toContain("***");
            const left = hidden.replaceAll("\n", "").replaceAll("***", "");
            // At most the characters that the value shares with its neighbours.
            expect(left.length).toBeLessThanOrEqual(bytes.toString(form).length - Buffer.from(secret).length);
          }
        },
      ),
    );
  });

  test("and the beginning of one where the text was cut off; everything else stays as it is", () => {
    const forms = formsOf("not-a-real-value-of-mine");
    expect(hideBroken("key: not-a-real-val", forms)).toBe("key: ***");
    expect(hideBroken("a not-a-real- one\nb", forms)).toBe("a not-a-real- one\nb");
    expect(hideBroken("x not-a-real\n-value-of-mine y", forms)).toBe("x *** y");
  });
});
