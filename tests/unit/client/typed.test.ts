import { afterEach, expect, test, vi } from "vitest";
import { forgetTyped, hasTyped, isTypedKept, keepTyped, keptTyped, offerTyped } from "@/lib/client/typed";

const window = new EventTarget();
vi.stubGlobal("window", window);
afterEach(forgetTyped);

test("what an open form offers is kept for that form alone, and forgotten when the page is left", () => {
  const withdraw = offerTyped("entry", () => ({ name: "billing" }));
  expect([hasTyped(), isTypedKept()]).toEqual([true, false]);
  keepTyped();
  withdraw();
  expect([hasTyped(), keptTyped("entry"), keptTyped("category")]).toEqual([false, { name: "billing" }, undefined]);
  window.dispatchEvent(new Event("pagehide"));
  expect(isTypedKept()).toBe(false);
});

test("a form into which nothing was typed keeps nothing", () => {
  const withdraw = offerTyped("entry", () => undefined);
  keepTyped();
  expect([hasTyped(), isTypedKept()]).toEqual([false, false]);
  withdraw();
});
