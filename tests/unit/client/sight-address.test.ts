import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, isWritten, sightAddress } from "@/lib/client/sight-address";

let addresses: string[];
let location: { pathname: string; search: string };
const go = (to: string) => {
  const { pathname, search } = new URL(to, "http://localhost");
  Object.assign(location, { pathname, search });
};

beforeEach(() => {
  vi.useFakeTimers();
  addresses = [];
  location = { pathname: "/vault", search: "" };
  const put = (how: string) => (_state: unknown, _title: string, to: string) => {
    addresses.push(`${how} ${to}`);
    go(to);
  };
  vi.stubGlobal("window", { location, history: { pushState: put("push"), replaceState: put("replace") } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what is typed is written once, when it rests, as it is then", () => {
  const address = sightAddress("/vault");
  let typed = "search=b";
  address.later(() => typed);
  vi.advanceTimersByTime(299);
  typed = "search=bi";
  address.later(() => typed);
  vi.advanceTimersByTime(299);
  expect(addresses).toEqual([]);
  typed = "search=bil";
  vi.advanceTimersByTime(1);
  expect(addresses).toEqual(["replace /vault?search=bil"]);
});

test("a press that may lead away writes at once what was typed, and nothing comes after it", () => {
  const address = sightAddress("/vault");
  address.later(() => "search=billing");
  address.flush();
  expect(addresses).toEqual(["replace /vault?search=billing"]);
  address.flush();
  vi.runAllTimers();
  expect(addresses).toHaveLength(1);
});

test("once the page was left, nothing is written into another page's address", () => {
  const address = sightAddress("/vault");
  address.later(() => "search=billing");
  go("/settings");
  vi.runAllTimers();
  address.write("entry=1", "push");
  address.later(() => "entry=1");
  vi.runAllTimers();
  expect(addresses).toEqual([]);
  go("/vault");
  address.later(() => "entry=1");
  address.forget();
  vi.runAllTimers();
  expect(addresses).toEqual([]);
});

test("what the page wrote itself is known until the router has announced it", () => {
  const address = sightAddress("/vault");
  address.write("entry=1", "push");
  address.write("entry=1", "push");
  address.write("entry=2", "replace");
  expect(addresses).toEqual(["push /vault?entry=1", "replace /vault?entry=2"]);
  expect([isWritten("entry=1"), isWritten("entry=2"), isWritten("entry=3")]).toEqual([true, true, false]);
  announce("entry=1");
  expect([isWritten("entry=1"), isWritten("entry=2")]).toEqual([false, true]);
  address.forget();
  expect(isWritten("entry=2")).toBe(false);
});
