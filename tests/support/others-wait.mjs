import { get, Agent } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// In a separate thread, so that work of the test's own thread does not count as waiting for the vault.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = () =>
  new Promise((resolve, reject) =>
    get(workerData, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject),
  );

let [worst, isOver] = [0, false];
parentPort.once("message", () => (isOver = true));
await ask();
parentPort.postMessage("ready");
while (!isOver) {
  const began = performance.now();
  await ask();
  worst = Math.max(worst, performance.now() - began);
}
parentPort.postMessage(worst);
agent.destroy();
