import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { mainThreadMs } from "../../support/fuzz/main-thread";
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
