import { spawn } from "node:child_process";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { assertAwake, mainThreadMs } from "../../support/fuzz/main-thread";
import { transmit } from "../../support/fuzz/run";

const request = { pieces: [Buffer.from("GET / HTTP/1.1\r\n\r\n")], hangsUp: false, answersMax: 1 };

/** What becomes of a request to a server that answers once `mayAnswer`, if somebody else is asked right away. */
async function outcome(mayAnswer: Promise<void>, askAsSomebodyElse: () => Promise<void>) {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    void mayAnswer.then(() => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { statuses, hung } = await transmit({ baseUrl, pid: process.pid, askAsSomebodyElse, patienceMs: 1 }, request);
  return { statuses, hung };
}
const never = new Promise<void>(() => undefined);

test("a request without an answer hangs if somebody else gets one, and if nobody does", async () => {
  expect(await outcome(never, () => Promise.resolve())).toEqual({ statuses: [], hung: "hangs" });
  expect(await outcome(never, () => Promise.reject(new Error("no answer")))).toEqual({
    statuses: [],
    hung: "hangs, and somebody else gets no answer either: Error: no answer",
  });
});

test("a request that is answered before somebody else is does not hang", async () => {
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const slow = () => {
    answer();
    return never;
  };
  expect(await outcome(mayAnswer, slow)).toEqual({ statuses: [204], hung: undefined });
});

test.runIf(process.platform === "linux")("a main thread's work is told as processor time", () => {
  const worked = () => process.cpuUsage().user + process.cpuUsage().system;
  const [told, since] = [mainThreadMs(process.pid), worked()];
  while (worked() - since < 300_000);
  expect(mainThreadMs(process.pid) - told).toBeGreaterThan(100);
});

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
