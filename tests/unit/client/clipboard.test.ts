import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clipboardStore, copyText } from "@/lib/client/browser/clipboard";

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { setTimeout, clearTimeout });
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  vi.stubGlobal("ClipboardItem", undefined);
  writeText.mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const written = () => writeText.mock.calls.map(([text]) => text);

test("a secret is cleared 45 seconds after it was copied, and the next one after its own 45", async () => {
  await copyText("not-a-real-secret-1");
  await vi.advanceTimersByTimeAsync(44_000);
  await copyText("not-a-real-secret-2");
  await vi.advanceTimersByTimeAsync(44_000);
  expect(written()).toEqual(["not-a-real-secret-1", "not-a-real-secret-2"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written().at(-1)).toBe("");
  expect(clipboardStore.current()).toEqual({ status: "cleared" });
});

test("a copy that fails leaves the former secret to be cleared", async () => {
  await copyText("not-a-real-secret-1");
  await expect(copyText(() => Promise.reject(new Error("the vault refused")))).rejects.toThrow("the vault refused");
  expect(clipboardStore.current()).toMatchObject({ status: "clearing" });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(written()).toEqual(["not-a-real-secret-1", ""]);
});
