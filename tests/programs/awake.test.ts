import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { assertAwake } from "../support/fuzz/main-thread";

describe.runIf(process.platform === "linux")("a server that gives no answer", () => {
  /** A process that accepts connections and then does this. */
  async function aServer(onConnection: string) {
    const child = spawn(process.execPath, [
      "--eval",
      `const server = require("node:net").createServer(() => { ${onConnection} });
       server.listen(0, "127.0.0.1", () => console.log(server.address().port));`,
    ]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    return [`http://127.0.0.1:${Number(port)}`, child.pid ?? 0] as const;
  }

  test("is stuck if its main thread sleeps", async () => {
    const [url, pid] = await aServer("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)");
    await expect(assertAwake(url, pid, 500)).rejects.toThrow("its main thread is stuck");
  });

  test("is not if it works, whether it gets a processor or waits for one", async () => {
    const [url, pid] = await aServer("for (;;);");
    await assertAwake(url, pid, 500);
  });
});
