import { afterEach, expect, test, vi } from "vitest";
import {
  forgetTyped,
  forgetTypedOf,
  hasTyped,
  keepTyped,
  keptTyped,
  keptTypedOf,
  offerTyped,
} from "@/lib/client/session/typed/typed";

const window = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
vi.stubGlobal("window", window);
afterEach(forgetTyped);

test("the text of an open form is kept for that form only, and forgotten when the page is left", () => {
  const withdraw = offerTyped("entry", () => ({ name: "billing" }));
  expect([hasTyped(), keptTyped()]).toEqual([true, undefined]);
  keepTyped();
  withdraw();
  expect([hasTyped(), keptTypedOf("entry"), keptTypedOf("category")]).toEqual([false, { name: "billing" }, undefined]);
  window.dispatchEvent(new Event("pagehide"));
  expect(keptTyped()).toBeUndefined();
});

test("kept text waits five minutes and no longer", () => {
  vi.useFakeTimers();
  const withdraw = offerTyped("entry", () => "typed");
  Object.assign(window, { setTimeout, clearTimeout });
  keepTyped();
  withdraw();
  vi.advanceTimersByTime(299_000);
  expect(keptTypedOf("entry")).toBe("typed");
  vi.advanceTimersByTime(1_000);
  expect(keptTyped()).toBeUndefined();
  vi.useRealTimers();
});

test("what is kept next waits as long, however long ago something was kept before", () => {
  vi.useFakeTimers();
  Object.assign(window, { setTimeout, clearTimeout });
  const withdraw = offerTyped("import", () => "typed");
  keepTyped();
  forgetTyped();
  vi.advanceTimersByTime(299_000);
  keepTyped();
  withdraw();
  vi.advanceTimersByTime(299_000);
  expect(keptTypedOf("import")).toBe("typed");
  vi.advanceTimersByTime(1_000);
  expect(keptTyped()).toBeUndefined();
  vi.useRealTimers();
});

test("what one form kept is not forgotten with another's", () => {
  const withdraw = offerTyped("import", () => "typed");
  keepTyped();
  withdraw();
  forgetTypedOf("entry");
  expect(keptTypedOf("import")).toBe("typed");
  forgetTypedOf("import");
  expect(keptTyped()).toBeUndefined();
});

test("an empty form keeps nothing", () => {
  const withdraw = offerTyped("entry", () => undefined);
  keepTyped();
  expect([hasTyped(), keptTyped()]).toEqual([false, undefined]);
  withdraw();
});

test("a form that a dialog was open over is asked again once the dialog is gone", () => {
  const withdraw = offerTyped("entry", () => "typed below");
  const close = offerTyped("category", () => "typed above");
  keepTyped();
  expect(keptTypedOf("category")).toBe("typed above");
  close();
  expect(hasTyped()).toBe(true);
  keepTyped();
  expect(keptTypedOf("entry")).toBe("typed below");
  withdraw();
  expect(hasTyped()).toBe(false);
});

test("a dialog in which nothing was typed does not stand in for the form below it", () => {
  const withdraw = offerTyped("entry", () => "typed below");
  const close = offerTyped("category", () => undefined);
  keepTyped();
  expect([hasTyped(), keptTypedOf("entry")]).toEqual([true, "typed below"]);
  close();
  withdraw();
});
