import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { endWithVault } from "@/lib/pages/end-with-vault";

/** A process that has a channel to the vault. It ends with the code that it was given, or has. */
class Own extends EventEmitter {
  exitCode: number | undefined;
  connected = true;
  readonly endedWith: number[] = [];
  disconnect() {
    this.connected = false;
    this.emit("disconnect");
  }
  exit(code = this.exitCode ?? 0) {
    this.endedWith.push(code);
  }
}

function begun() {
  const own = new Own();
  const [leave, tellFault] = [vi.fn(), vi.fn()];
  endWithVault(own as unknown as NodeJS.Process, { leave, tellFault });
  return { own, leave, tellFault };
}

test("the pages' process ends with 0 when its channel closes, and leaves nothing behind", () => {
  const { own, leave, tellFault } = begun();
  own.disconnect();
  expect([own.endedWith, leave.mock.calls.length, tellFault.mock.calls.length]).toEqual([[0], 1, 0]);
});

test("after a fault that nobody caught it tells the vault, and ends with 1, whether or not the vault is still there", () => {
  for (const isConnected of [true, false]) {
    const { own, tellFault } = begun();
    own.connected = isConnected;
    const fault = new Error("not caught");
    own.emit("uncaughtException", fault);
    expect([own.endedWith, tellFault.mock.calls]).toEqual([[1], [[fault]]]);
  }
});
