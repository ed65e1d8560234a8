import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askForKeys, type IssuerKeys, IssuerUnavailable } from "@/lib/issuers/documents";
import { keysOf, newerKeysOf } from "@/lib/issuers/keys";

vi.mock("@/lib/issuers/documents", async (load) => ({ ...(await load<object>()), askForKeys: vi.fn() }));
const asked = vi.mocked(askForKeys);
const keysFor = (ms: number) => ({ keptUntil: performance.now() + ms }) as IssuerKeys;
const hourMs = 60 * 60_000;
const setBack = () => vi.setSystemTime(Date.now() - hourMs);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  asked.mockReset();
});
afterEach(() => vi.useRealTimers());

test("an issuer that failed is asked again ten seconds later, even if the clock was set back", async () => {
  asked.mockRejectedValueOnce(new IssuerUnavailable("status"));
  await expect(keysOf("https://failed.example.com", "loopback")).rejects.toThrow(IssuerUnavailable);
  setBack();
  await expect(keysOf("https://failed.example.com", "loopback")).rejects.toThrow(IssuerUnavailable);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  const keys = keysFor(hourMs);
  asked.mockResolvedValueOnce(keys);
  expect(await keysOf("https://failed.example.com", "loopback")).toBe(keys);
});

test("keys are kept for their time, even if the clock was set back", async () => {
  const [former, newer] = [keysFor(60_000), keysFor(hourMs)];
  asked.mockResolvedValueOnce(former).mockResolvedValueOnce(newer);
  expect(await keysOf("https://kept.example.com", "loopback")).toBe(former);
  setBack();
  expect(await keysOf("https://kept.example.com", "loopback")).toBe(former);
  vi.advanceTimersByTime(60_000);
  expect(await keysOf("https://kept.example.com", "loopback")).toBe(newer);
});

test("for keys that it does not have, an issuer is asked five times, then once in 30 seconds, whatever the clock is set to", async () => {
  asked.mockImplementation(() => Promise.resolve(keysFor(hourMs)));
  let last = await keysOf("https://newer.example.com", "loopback");
  const again = async () => {
    const newer = await newerKeysOf("https://newer.example.com", "loopback", last);
    last = newer ?? last;
    return newer !== null;
  };
  setBack();
  const answers = [];
  for (let time = 0; time < 7; time += 1) answers.push(await again());
  expect(answers).toEqual([true, true, true, true, true, false, false]);
  vi.advanceTimersByTime(30_000);
  expect([await again(), await again()]).toEqual([true, false]);
});
