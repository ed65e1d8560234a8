import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askForKeys, type IssuerKeys } from "@/lib/issuers/documents";
import { keysOf, newerKeysOf } from "@/lib/issuers/keys";

vi.mock(import("@/lib/issuers/documents"), async (original) => ({ ...(await original()), askForKeys: vi.fn() }));

const asked = vi.mocked(askForKeys);
const hourMs = 60 * 60_000;
const setBack = () => vi.setSystemTime(Date.now() - hourMs);
const keysNow = (): IssuerKeys => ({ find: vi.fn(), askedAt: Date.now(), keptUntil: Date.now() + 10 * 60_000 });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  asked.mockReset();
});

test("an issuer that failed is not asked again for ten seconds, and at once if the clock was set back", async () => {
  asked.mockRejectedValueOnce(new Error("down")).mockImplementation(async () => keysNow());
  const issuer = "https://failed.test";
  await expect(keysOf(issuer, "public")).rejects.toThrow("down");
  vi.setSystemTime(Date.now() + 9_999);
  await expect(keysOf(issuer, "public")).rejects.toThrow("a moment ago");
  setBack();
  expect(await keysOf(issuer, "public")).toMatchObject({ askedAt: Date.now() });
});

test("keys are kept as long as they may be, and asked for again if the clock was set back", async () => {
  asked.mockImplementation(async () => keysNow());
  const issuer = "https://kept.test";
  const first = await keysOf(issuer, "public");
  vi.setSystemTime(Date.now() + 10 * 60_000 - 1);
  expect(await keysOf(issuer, "public")).toBe(first);
  setBack();
  expect(await keysOf(issuer, "public")).not.toBe(first);
});

test("keys that nobody knows are asked for five times at once, whatever the clock does", async () => {
  asked.mockImplementation(async () => keysNow());
  const issuer = "https://extra.test";
  let keys = await keysOf(issuer, "public");
  const askOften = async () => {
    let times = 0;
    for (let newer: IssuerKeys | null = keys; newer && times < 20; times += 1) {
      newer = await newerKeysOf(issuer, "public", keys);
      keys = newer ?? keys;
    }
    return times - 1;
  };
  expect(await askOften()).toBe(5);
  setBack();
  expect(await askOften()).toBe(0);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await askOften()).toBe(2);
});
