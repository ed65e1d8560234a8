import { Agent } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import type { Ending, PagesProcess } from "@/lib/server/pages/child";
import { idleMsMax, keptPages, PagesDown } from "@/lib/server/pages/kept";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const logged = vi.spyOn(log, "error").mockImplementation(() => {});
afterEach(() => logged.mockClear());

const killed: Ending = { exitCode: null, signal: "SIGKILL" };

/** Processes that start when told, and end when asked or told. */
function processes() {
  const all: { listens(): void; ends(ending: Ending): void; wasAsked: boolean }[] = [];
  const start = (): PagesProcess => {
    let ends!: (ending: Ending) => void;
    let listens!: () => void;
    const ended = new Promise<Ending>((resolve) => (ends = resolve));
    const listening = new Promise<void>((resolve) => (listens = resolve));
    const made = { listens, ends, wasAsked: false };
    all.push(made);
    return {
      ready: Promise.race([
        listening.then(() => ({ socketPath: `socket ${all.length}`, agent: new Agent() })),
        ended.then(() => Promise.reject(new Error("ended before"))),
      ]),
      ended,
      end() {
        made.wasAsked = true;
        ends({ exitCode: 0, signal: null });
      },
    };
  };
  return { all, start };
}

class Unanswered extends Error {}
const isNoAnswer = (error: unknown) => error instanceof Unanswered;

const place = async ({ socketPath }: { socketPath: string }) => socketPath;

describe("the pages' process", () => {
  test("is started by the first page, once for all that ask meanwhile", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    expect(all).toHaveLength(0);
    const pages = [kept.use(place), kept.use(place), kept.use(place)];
    expect(all).toHaveLength(1);
    all[0]?.listens();
    expect(await Promise.all(pages)).toEqual(["socket 1", "socket 1", "socket 1"]);
  });

  test("is ended after ten minutes without a page, none of them while one is being answered, and started again by the next", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    let answer!: () => void;
    const slow = kept.use(() => new Promise<void>((resolve) => (answer = resolve)));
    all[0]?.listens();
    await vi.advanceTimersByTimeAsync(2 * idleMsMax);
    await kept.use(place);
    await vi.advanceTimersByTimeAsync(2 * idleMsMax);
    expect(all[0]?.wasAsked).toBe(false);
    answer();
    await slow;
    await vi.advanceTimersByTimeAsync(idleMsMax - 1);
    expect(all[0]?.wasAsked).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(all[0]?.wasAsked).toBe(true);
    const next = kept.use(place);
    all[1]?.listens();
    expect([await next, idleMsMax]).toEqual(["socket 2", 600_000]);
    expect(logged).not.toHaveBeenCalled();
  });

  test("that ends by itself is replaced at the next page, at once the first time, then after ever longer; the log says so", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    const endNext = async () => {
      const page = kept.use(place);
      all.at(-1)?.ends(killed);
      await expect(page).rejects.toThrow("ended before");
    };
    await endNext();
    await endNext();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const known = all.length;
      const refused = await kept.use(place).catch((error: unknown) => error);
      expect([refused, (refused as PagesDown).retryAfterSeconds]).toEqual([expect.any(PagesDown), seconds]);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      await expect(kept.use(place)).rejects.toThrow(PagesDown);
      expect(all).toHaveLength(known);
      await vi.advanceTimersByTimeAsync(1);
      await endNext();
    }
    expect(logged).toHaveBeenLastCalledWith({ event: "pages-ended", signal: "SIGKILL" });
  });

  test("is started again in time even if the clock is set back", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    for (const number of [0, 1]) {
      const page = kept.use(place);
      all[number]?.ends(killed);
      await expect(page).rejects.toThrow();
      await vi.advanceTimersByTimeAsync(0);
    }
    await expect(kept.use(place)).rejects.toThrow(PagesDown);
    vi.setSystemTime(Date.now() - 60 * 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    const page = kept.use(place);
    all[2]?.listens();
    expect(await page).toBe("socket 3");
  });

  test("that has worked for a minute counts as sound: its end delays no page", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    for (let lives = 1; lives <= 5; lives += 1) {
      const page = kept.use(place);
      all.at(-1)?.listens();
      expect(await page).toBe(`socket ${lives}`);
      await vi.advanceTimersByTimeAsync(60_000);
      all.at(-1)?.ends(killed);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(all).toHaveLength(5);
  });

  test("that ended unnoticed is replaced for the page that notices, once", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    const asked: string[] = [];
    const page = kept.use(async ({ socketPath }) => {
      asked.push(socketPath);
      if (asked.length === 1) throw new Unanswered();
      return socketPath;
    });
    all[0]?.listens();
    await vi.advanceTimersByTimeAsync(1);
    all[0]?.ends(killed);
    await vi.advanceTimersByTimeAsync(1);
    all[1]?.listens();
    expect(await page).toBe("socket 2");
    expect(asked).toEqual(["socket 1", "socket 2"]);
  });

  test("that gives no answer but goes on running is kept, and the page is told", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    const page = expect(kept.use(() => Promise.reject(new Unanswered()))).rejects.toThrow(Unanswered);
    all[0]?.listens();
    await vi.advanceTimersByTimeAsync(2_000);
    await page;
    expect([await kept.use(place), all.length]).toEqual(["socket 1", 1]);
  });

  test("is ended by a stop, which waits for it", async () => {
    const { all, start } = processes();
    const kept = keptPages({ start, isNoAnswer });
    await kept.stop();
    const page = kept.use(place);
    all[0]?.listens();
    await page;
    await kept.stop();
    expect(all[0]?.wasAsked).toBe(true);
    expect(logged).not.toHaveBeenCalled();
  });
});
