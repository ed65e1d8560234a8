import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { startMsMax, startPages } from "@/lib/server/pages/child";
import * as place from "@/lib/server/pages/socket-paths";

/** A process that ends when it is killed, and does nothing by itself. */
class Child extends EventEmitter {
  pid: number | undefined = 1;
  connected = true;
  readonly signals: string[] = [];
  kill(signal: string) {
    this.signals.push(signal);
    this.emit("exit", null, signal);
  }
}

const made = vi.hoisted(() => ({ fork: (): unknown => undefined }));
vi.mock("node:child_process", () => ({ fork: () => made.fork() }));
vi.mock("@/lib/server/pages/vault-socket", () => ({ vaultForPages: () => createServer() }));
vi.mock("@/lib/server/pages/socket-paths", () => ({ privateSockets: vi.fn() }));
vi.mock("@/lib/env", () => ({ pagesEnvironment: () => ({}) }));
const faults = vi.spyOn(log, "error").mockImplementation(() => {});

const { privateSockets: aPlace } = await vi.importActual<typeof place>("@/lib/server/pages/socket-paths");
let child: Child;
let folder: string;
beforeEach(() => {
  child = new Child();
  made.fork = () => child;
  const own = aPlace();
  folder = own.folder ?? "";
  vi.mocked(place.privateSockets).mockReturnValue(own);
});
afterEach(() => {
  vi.useRealTimers();
  faults.mockClear();
});

const begun = () => {
  const pages = startPages("/app");
  return {
    ...pages,
    outcome: pages.ready.then(
      () => "answers",
      (error: Error) => error.message,
    ),
  };
};
const endedBefore = "The pages' process ended before it answered";

test("a process that answers is ready, and what it leaves is removed when it ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { outcome, ended } = begun();
  child.emit("message", { event: "listening" });
  expect(await outcome).toBe("answers");
  vi.advanceTimersByTime(startMsMax * 2);
  expect([child.signals, existsSync(folder)]).toEqual([[], true]);
  child.emit("exit", 1, null);
  expect(await ended).toEqual({ exitCode: 1, signal: null });
  expect(existsSync(folder)).toBe(false);
});

test("one that never says that it answers is ended after a minute, so that no page waits for ever", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { outcome, ended } = begun();
  vi.advanceTimersByTime(startMsMax - 1);
  expect(child.signals).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([await ended, await outcome]).toEqual([{ exitCode: null, signal: "SIGKILL" }, endedBefore]);
});

test("if the vault can't listen for it, the fault is logged and the process ended; the vault goes on", async () => {
  vi.mocked(place.privateSockets).mockReturnValue({
    ...place.privateSockets(),
    vault: path.join(folder, "not-there", "vault"),
  });
  const { outcome, ended } = begun();
  expect([await ended, await outcome]).toEqual([{ exitCode: null, signal: "SIGKILL" }, endedBefore]);
  expect(faults.mock.calls).toEqual([[expect.objectContaining({ event: "pages-fault" })]]);
  expect(existsSync(folder)).toBe(false);
});

test("one that can't be started leaves nothing behind, however that is told", async () => {
  made.fork = () => {
    throw new Error("spawn ENOMEM");
  };
  expect(() => startPages("/app")).toThrow("spawn ENOMEM");
  expect(existsSync(folder)).toBe(false);
  const own = aPlace();
  vi.mocked(place.privateSockets).mockReturnValue(own);
  child.pid = undefined;
  made.fork = () => child;
  const { outcome, ended } = begun();
  child.emit("error", new Error("spawn EAGAIN"));
  expect([await ended, await outcome]).toEqual([{ exitCode: null, signal: null }, endedBefore]);
  expect(existsSync(own.folder ?? "")).toBe(false);
});

test("a fault that ends no process changes nothing", async () => {
  const { outcome } = begun();
  for (let times = 0; times < 2; times += 1) child.emit("error", new Error("kill EPERM"));
  child.emit("message", { event: "listening" });
  expect([await outcome, existsSync(folder)]).toEqual(["answers", true]);
  child.emit("exit", 0, null);
});
