import cluster, { type Worker } from "node:cluster";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "@/lib/log";
import { gatherMetrics } from "@/lib/server/watch/worker-metrics";

test("a worker that ends while it is answered ends neither the leader nor its other workers", async () => {
  const before = { exit: cluster.listeners("exit"), message: cluster.listeners("message") };
  gatherMetrics();
  onTestFinished(() => {
    for (const event of ["exit", "message"] as const)
      for (const listener of cluster.listeners(event))
        if (!before[event].includes(listener)) cluster.off(event, listener as () => void);
  });
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  onTestFinished(() => void logged.mockRestore());
  const send = vi.fn();
  const asking = (work: typeof send) => ({ id: 1, isConnected: () => true, send: work }) as unknown as Worker;
  cluster.emit("message", asking(send), { metrics: "ask", id: 7 });
  await expect.poll(() => send.mock.calls.length).toBe(1);
  // Without a listener of its own, a channel that has closed tells it by an event that ends the process.
  expect(send.mock.calls[0]).toEqual([{ metrics: "answer", id: 7, text: expect.any(String) }, expect.any(Function)]);
  const broken = vi.fn(() => {
    throw new Error("the channel is closed");
  });
  cluster.emit("message", asking(broken), { metrics: "ask", id: 8 });
  await expect.poll(() => logged.mock.calls.length).toBe(1);
});
