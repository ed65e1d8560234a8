import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onceLoaded } from "@/lib/client/browser/once-loaded";

let page: EventTarget;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  told = [];
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { readyState: "loading" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const load = () => page.dispatchEvent(new Event("load"));

test("each runs in a task of its own after the page has loaded, in their order", () => {
  onceLoaded(() => told.push("first"));
  onceLoaded(() => told.push("second"));
  vi.runAllTimers();
  expect(told).toEqual([]);
  load();
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(2);
  vi.runAllTimers();
  expect(told).toEqual(["first", "second"]);
});

test("what is called off runs neither before nor after the page has loaded", () => {
  onceLoaded(() => told.push("before"))();
  const callOff = onceLoaded(() => told.push("after"));
  load();
  callOff();
  vi.runAllTimers();
  expect(told).toEqual([]);
});

test("on a page that has loaded each runs in a task of its own too", () => {
  vi.stubGlobal("document", { readyState: "complete" });
  onceLoaded(() => told.push("first"));
  onceLoaded(() => told.push("second"));
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(2);
  vi.runAllTimers();
  expect(told).toEqual(["first", "second"]);
});
