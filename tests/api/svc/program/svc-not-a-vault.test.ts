import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { standIns } from "../../../support/vaults/stand-in";
import { anExport, answer, noVaults, page } from "../../../support/programs/no-vaults";
import { svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();
const aServer = standIns();

describe("a 200 from something that is not a vault", () => {
  // Every command is called with each of them in tests/unit/svc/vault/not-a-vault.test.ts, without a process.
  test.each(noVaults)(
    "%s is refused with a message; nothing is started, printed or written",
    async (what, listener) => {
      const { url } = await aServer(listener);
      const folder = aFolder();
      const call = svcWith(url, newAccessKey());
      writeFileSync(path.join(folder, "out.env"), "KEPT=1\n");
      const commands = [
        ["run", "--", "touch", "started"],
        ["export", "-o", "out.env"],
        ["export"],
        ["ls"],
        ["scan", "out.env"],
        ["pull", "-p", "billing", "--yes"],
        ["login", "--url", url],
      ];
      for (const args of what === "a sign-in page" ? commands : [["ls"]]) {
        const { code, stdout, stderr } = await call(args, {
          cwd: folder,
          env: { HOME: folder, PATH: "/usr/bin:/bin" },
          input: newAccessKey(),
        });
        expect([args, code, stdout, stderr]).toEqual([
          args,
          3,
          "",
          expect.stringMatching(/^svc: http:\S+ is not a vault: [^\n]+\n$/),
        ]);
      }
      expect(readFileSync(path.join(folder, "out.env"), "utf8")).toBe("KEPT=1\n");
      for (const name of ["started", ".env", ".config"]) expect(existsSync(path.join(folder, name))).toBe(false);
    },
  );
});

test("a server that would rather speak another protocol is said to have answered so, at once", async () => {
  const switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  const { url } = await aServer((_, response) => void response.socket?.write(switching));
  const { code, stdout, stderr } = await svcWith(url, newAccessKey())(["ls"]);
  expect([code, stdout, stderr]).toEqual([
    3,
    "",
    expect.stringMatching(/^svc: The vault at http:\S+ can't be reached \(it answered with status 101\)\.\n$/),
  ]);
});

test("of a change whose answer is cut off, svc says that it may have been made, and of what only asks it does not", async () => {
  const { url } = await aServer((request, response) =>
    request.method === "GET"
      ? void response.end("[]")
      : void request.resume().once("end", () => response.socket?.resetAndDestroy()),
  );
  const call = svcWith(url, newAccessKey());
  const [change, question, preview] = [
    await call(["share", "--stdin"], { input: "not-a-real-value" }),
    await call(["reveal", "01a21cea-745d-7790-a7a6-6d50e462f3bb"]),
    await call(["import", "-", "--format", "env", "--project", "billing"], { input: "KEY=not-a-real-value" }),
  ];
  const words = "The request may have gone through anyway: check before you repeat it.";
  expect([change.code, change.stderr.includes(words), change.stderr.includes("not-a-real")]).toEqual([3, true, false]);
  for (const { code, stderr } of [question, preview])
    expect([code, stderr.includes(words), stderr.includes("Try again.")]).toEqual([3, false, true]);
});

test("what svc waits for and never comes does not end it as if all were well", async () => {
  const folder = aFolder();
  const preload = path.join(folder, "no-answer.cjs");
  writeFileSync(
    preload,
    `const http = require("node:http");
    http.request = () => Object.assign(new (require("node:events"))(), { end() {} });
    require("node:module").syncBuiltinESMExports();`,
  );
  const call = svcWith("http://127.0.0.1:1", newAccessKey());
  const env = { NODE_OPTIONS: `--require ${preload}` };
  expect(await call(["ls", "--timeout", "1"], { env })).toMatchObject({
    code: 2,
    stdout: "",
    stderr: "svc: This stopped before it was done, which is a bug in svc.\n",
  });
});

describe("the fallback copy of svc run --fallback", () => {
  async function aFlippingVault() {
    const standIn = { answers: answer(200, anExport, '{\n  "A": "canary-1",\n  "B": "canary-2"\n}\n') };
    const { url } = await aServer((request, response) => standIn.answers(request, response));
    const copy = path.join(aFolder(), "copy");
    const call = svcWith(url, newAccessKey());
    const run = (...args: string[]) =>
      call(["run", "--fallback", copy, ...args, "--", "sh", "-c", 'printf %s "$A $B"']);
    expect(await run()).toMatchObject({ code: 0, stdout: "canary-1 canary-2", stderr: "" });
    return { standIn, copy, run };
  }

  test("stays and is used if something else answers; it is not replaced by an empty selection", async () => {
    const { standIn, copy, run } = await aFlippingVault();
    const before = readFileSync(copy, "utf8");
    for (const [, listener] of noVaults) {
      standIn.answers = listener;
      expect(await run()).toMatchObject({
        code: 0,
        stdout: "canary-1 canary-2",
        stderr: expect.stringMatching(/is not a vault.*Using the copy/),
      });
    }
    standIn.answers = (request, response) =>
      (request.url?.startsWith("/api/export")
        ? answer(200, anExport, "{}\n")
        : answer(403, { "Content-Type": "application/json" }, '{"error":"no scope","code":"FORBIDDEN"}'))(
        request,
        response,
      );
    expect(await run()).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("No variable is in any project."),
    });
    expect(readFileSync(copy, "utf8")).toBe(before);
  });

  test("names what it loses if the vault returns fewer values; a file that is no copy stays unchanged", async () => {
    const { standIn, copy, run } = await aFlippingVault();
    standIn.answers = answer(200, anExport, '{\n  "A": "canary-3"\n}\n');
    expect(await run()).toMatchObject({
      code: 0,
      stdout: "canary-3 ",
      stderr: `svc: the vault no longer has B: the copy in ${copy} loses it too.\n`,
    });
    expect(await run()).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(copy, "A=of-somebody\n");
    expect(await run()).toMatchObject({
      code: 0,
      stdout: "canary-3 ",
      stderr: expect.stringContaining("is not a copy made by svc and was left unchanged"),
    });
    expect(readFileSync(copy, "utf8")).toBe("A=of-somebody\n");
  });
});

describe("responses from something in front of the vault", () => {
  test.each([
    [413, 1, "refuses a request as large"],
    [429, 1, "refuses more requests for now"],
    [502, 3, "can't reach it (502)"],
    [503, 3, "can't reach it (503)"],
    [504, 3, "can't reach it (504)"],
    [401, 3, "refused the request (401)"],
    [404, 3, "a web page with status 404"],
  ] as const)("a page with status %i ends the call with %i and says what it is", async (status, code, words) => {
    const { url } = await aServer(answer(status, { "Content-Type": "text/html" }, page));
    expect(await svcWith(url, newAccessKey())(["ls", "--timeout", "0.5"])).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringContaining(words),
    });
  });

  test("waits after a 429 without Retry-After, or with a date", async () => {
    for (const headers of [{}, { "Retry-After": new Date(0).toUTCString() }] as Record<string, string>[]) {
      const [full, open] = [
        answer(429, { "Content-Type": "text/html", ...headers }, page),
        answer(200, { "Content-Type": "application/json" }, "[]"),
      ];
      const soon = await aServer((request, response) => (soon.seen.length < 2 ? full : open)(request, response));
      expect([await svcWith(soon.url, newAccessKey())(["ls", "--json"]), soon.seen.length]).toEqual([
        expect.objectContaining({ code: 0, stdout: "[]\n" }),
        2,
      ]);
    }
  });
});
