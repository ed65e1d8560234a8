import { afterEach, beforeEach, expect, test, vi } from "vitest";

let { clearClipboard, clipboardStore, copyText, dismissClipboardNotice, leaveNothingCopied, resumeClearing } =
  await import("@/lib/client/browser/clipboard");

let page: EventTarget;
let kept: Map<string, string>;
const writeText = vi.fn<(text: string) => Promise<void>>();

let loaded = 0;

/** What the tab loads next: no timer of the page before it keeps running. */
async function loadPage() {
  loaded += 1;
  vi.resetModules();
  ({ clearClipboard, clipboardStore, copyText, dismissClipboardNotice, leaveNothingCopied, resumeClearing } =
    await import("@/lib/client/browser/clipboard"));
}

beforeEach(async () => {
  vi.useFakeTimers();
  await loadPage();
  page = new EventTarget();
  kept = new Map();
  vi.stubGlobal("window", {
    setTimeout: (act: () => void, milliseconds: number) => {
      const own = loaded;
      return setTimeout(() => own === loaded && act(), milliseconds);
    },
    clearTimeout,
    // After a collection, Node forgets to remove all but the last listener of a signal (unlike browsers).
    addEventListener: (type: string, act: () => void, { signal }: { signal?: AbortSignal } = {}) =>
      page.addEventListener(type, () => !signal?.aborted && act()),
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  });
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

/** A text that comes when it is told to. */
function aText(text: string): { text: () => Promise<string>; come: () => void } {
  let come = () => {};
  const coming = new Promise<string>((resolve) => (come = () => resolve(text)));
  return { text: () => coming, come };
}

test("a text that comes after a later copy's is not written, and the later one is still cleared in its time", async () => {
  const slow = aText("not-a-real-secret-1");
  const copied = copyText(slow.text);
  expect(await copyText(() => Promise.resolve("not-a-real-secret-2"))).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  slow.come();
  expect(await copied).toBe(false);
  expect(written()).toEqual(["not-a-real-secret-2"]);
  await vi.advanceTimersByTimeAsync(42_000);
  expect(written()).toEqual(["not-a-real-secret-2", ""]);
});

test("where the browser waits for the text itself, one that comes too late is refused to it", async () => {
  const blobs: Promise<Blob>[] = [];
  vi.stubGlobal(
    "ClipboardItem",
    class {
      constructor(readonly parts: Record<string, Promise<Blob>>) {}
    },
  );
  const write = async ([item]: { parts: Record<string, Promise<Blob>> }[]) => {
    const blob = item?.parts["text/plain"] as Promise<Blob>;
    blobs.push(blob);
    await blob;
  };
  vi.stubGlobal("navigator", { clipboard: { writeText, write } });
  const slow = aText("not-a-real-secret-1");
  const copied = copyText(slow.text);
  await copyText("not-a-real-secret-2");
  slow.come();
  expect(await copied).toBe(false);
  await expect(blobs[0]).rejects.toThrow();
});

test("one that comes before a later copy's is written, whatever becomes of that one", async () => {
  const [first, second] = [aText("not-a-real-secret-1"), aText("not-a-real-secret-2")];
  const copies = [copyText(first.text), copyText(second.text)];
  first.come();
  expect(await copies[0]).toBe(true);
  second.come();
  expect(await copies[1]).toBe(true);
  expect(written()).toEqual(["not-a-real-secret-1", "not-a-real-secret-2"]);
});

test("a clearing that the browser refuses is tried again with the next gesture, until it is done", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockRejectedValue(new Error("NotAllowedError"));
  await vi.advanceTimersByTimeAsync(45_000);
  page.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(0);
  expect(clipboardStore.current()).toMatchObject({ status: "clearing" });
  writeText.mockReset().mockResolvedValue();
  page.dispatchEvent(new Event("keydown"));
  await vi.advanceTimersByTimeAsync(0);
  expect(clipboardStore.current()).toEqual({ status: "cleared" });
  page.dispatchEvent(new Event("focus"));
  expect(written()).toEqual([""]);
});

test("who comes back to the window much later finds in the clipboard what they have copied elsewhere since", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockReset().mockRejectedValueOnce(new Error("NotAllowedError")).mockResolvedValue();
  await vi.advanceTimersByTimeAsync(45_000 + 5 * 60_000 + 1);
  page.dispatchEvent(new Event("focus"));
  page.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(0);
  expect([written(), clipboardStore.current().status]).toEqual([[""], "late"]);
});

test("whoever comes back late is told so as soon as it is late, and may still clear it themselves", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockReset().mockRejectedValueOnce(new Error("NotAllowedError")).mockResolvedValue();
  await vi.advanceTimersByTimeAsync(45_000 + 5 * 60_000);
  expect(clipboardStore.current().status).toBe("clearing");
  await vi.advanceTimersByTimeAsync(1);
  expect(clipboardStore.current()).toEqual({ status: "late" });
  // They come back by clicking "Clear now".
  page.dispatchEvent(new Event("focus"));
  page.dispatchEvent(new Event("pointerdown"));
  expect(clipboardStore.current()).toEqual({ status: "late" });
  await clearClipboard();
  expect([written(), clipboardStore.current().status]).toEqual([["", ""], "cleared"]);
});

test("once that is dismissed, nothing is cleared any more, be it what the browser refused to clear at a click", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockReset().mockRejectedValue(new Error("NotAllowedError"));
  await vi.advanceTimersByTimeAsync(45_000 + 5 * 60_000 + 1);
  await clearClipboard();
  expect(clipboardStore.current()).toEqual({ status: "late" });
  dismissClipboardNotice();
  page.dispatchEvent(new Event("keydown"));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([written(), clipboardStore.current().status]).toEqual([["", ""], "empty"]);
});

test("until then the first gesture still clears it", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockReset().mockRejectedValueOnce(new Error("NotAllowedError")).mockResolvedValue();
  await vi.advanceTimersByTimeAsync(45_000 + 5 * 60_000);
  page.dispatchEvent(new Event("focus"));
  await vi.advanceTimersByTimeAsync(0);
  expect([written(), clipboardStore.current().status]).toEqual([["", ""], "cleared"]);
});

test("a tab that slept past its time clears nothing when it wakes much later", async () => {
  await copyText("not-a-real-secret-1");
  // The machine sleeps: the clock keeps running, timers don't.
  vi.setSystemTime(Date.now() + 86_400_000);
  await vi.advanceTimersByTimeAsync(45_000);
  expect([written(), clipboardStore.current().status]).toEqual([["not-a-real-secret-1"], "late"]);
});

test("a refused clearing is not made up for once something else was copied", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockRejectedValueOnce(new Error("NotAllowedError"));
  await vi.advanceTimersByTimeAsync(45_000);
  await copyText("not-a-real-secret-2");
  page.dispatchEvent(new Event("focus"));
  expect(written()).toEqual(["not-a-real-secret-1", "", "not-a-real-secret-2"]);
});

test("the page that the tab loads next clears what this one has copied, in its time; it is told when, not what", async () => {
  await copyText("not-a-real-secret-1");
  await vi.advanceTimersByTimeAsync(40_000);
  expect([...kept.values()]).toEqual([String(Date.now() + 5_000)]);
  await loadPage();
  resumeClearing();
  expect(clipboardStore.current()).toEqual({ status: "clearing", endsAt: Date.now() + 5_000 });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(written()).toEqual(["not-a-real-secret-1"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written()).toEqual(["not-a-real-secret-1", ""]);
  expect([...kept]).toEqual([]);
});

test("a tab that comes back much later clears nothing, since the clipboard may hold something else, but says so", async () => {
  kept.set("clipboard-ends-at", String(Date.now() - 86_400_000));
  resumeClearing();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([written(), clipboardStore.current()]).toEqual([[], { status: "late" }]);
});

test("that is said on each page that the tab loads, as after a sign-in page without notices, until somebody answers", async () => {
  const becomeLate = [
    () => kept.set("clipboard-ends-at", String(Date.now() - 86_400_000)),
    async () => {
      await copyText("not-a-real-secret-1");
      vi.setSystemTime(Date.now() + 86_400_000);
      await vi.advanceTimersByTimeAsync(45_000);
    },
  ];
  const answers = [
    () => dismissClipboardNotice(),
    () => clearClipboard(),
    () => copyText("an-address", { secret: false }),
    () => leaveNothingCopied(),
  ];
  for (const late of becomeLate)
    for (const answer of answers) {
      await late();
      resumeClearing();
      await loadPage();
      resumeClearing();
      expect(clipboardStore.current()).toEqual({ status: "late" });
      await answer();
      await loadPage();
      resumeClearing();
      expect([[...kept], clipboardStore.current().status]).toEqual([[], "empty"]);
    }
});

test("nothing is cleared for a page that has cleared it, or copied what is no secret since", async () => {
  await copyText("not-a-real-secret-1");
  await vi.advanceTimersByTimeAsync(45_000);
  await copyText("not-a-real-secret-2");
  await copyText("an-address", { secret: false });
  await loadPage();
  resumeClearing();
  expect(clipboardStore.current()).toEqual({ status: "empty" });
});

test("who leaves leaves nothing copied: neither what is in the clipboard nor what is still to come", async () => {
  await copyText("not-a-real-secret-1");
  const slow = aText("not-a-real-secret-2");
  const copied = copyText(slow.text);
  await leaveNothingCopied();
  slow.come();
  expect(await copied).toBe(false);
  expect(written()).toEqual(["not-a-real-secret-1", ""]);
  expect([...kept]).toEqual([]);
});

test("if the browser refuses that, the next page does it at the first occasion", async () => {
  await copyText("not-a-real-secret-1");
  writeText.mockRejectedValueOnce(new Error("NotAllowedError"));
  await leaveNothingCopied();
  await loadPage();
  resumeClearing();
  await vi.advanceTimersByTimeAsync(0);
  expect(written()).toEqual(["not-a-real-secret-1", "", ""]);
});

test("a page that finds nothing to clear, and one without storage, touch nothing", async () => {
  resumeClearing();
  vi.stubGlobal("window", { setTimeout, clearTimeout });
  await copyText("not-a-real-secret-1");
  resumeClearing();
  await leaveNothingCopied();
  expect(written()).toEqual(["not-a-real-secret-1", ""]);
});
