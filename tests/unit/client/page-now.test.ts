import { beforeEach, expect, test, vi } from "vitest";
import { pageNow } from "@/lib/client/browser/page-now";
import { goTo } from "@/lib/client/vaults/active-vault";

const assign = vi.fn<(path: string) => void>();
const location = { pathname: "/import", href: "https://vault.example/import", assign };
const arriveAt = (pathname: string) => Object.assign(location, { pathname, href: `https://vault.example${pathname}` });
/** The router changes the address only once it has the page. */
const setOff = (path: string) => goTo(path, () => {});

beforeEach(() => {
  arriveAt("/import");
  const setTimeout = (task: () => void) => task();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location, setTimeout }));
  return () => vi.unstubAllGlobals();
});

test("a page is shown until another one has come, or is on its way", () => {
  const [isShown, isStillShown] = [pageNow(), pageNow()];
  expect(isShown()).toBe(true);
  arriveAt("/vault");
  expect(isShown()).toBe(false);
  arriveAt("/import");
  setOff("/vault?entry=1");
  expect(isStillShown()).toBe(false);
});

test("a way within the page leaves it shown, and so does one of before", () => {
  setOff("/vault");
  const isShown = pageNow();
  expect(isShown()).toBe(true);
  setOff("/import?project=billing");
  expect(isShown()).toBe(true);
  setOff("/vault");
  expect(isShown()).toBe(false);
});

test.each(["pointerdown", "keydown"])(
  "%s on a page that was being left for another vault shows that one stayed",
  (type) => {
    setOff("/import");
    const isShown = pageNow();
    setOff("/teams/t/vault");
    expect(assign).toHaveBeenLastCalledWith("/teams/t/vault");
    expect(isShown()).toBe(false);
    window.dispatchEvent(new Event(type));
    expect(isShown()).toBe(true);
    // What came of it does not take back a later way.
    setOff("/teams/t/vault");
    setOff("/vault");
    window.dispatchEvent(new Event(type));
    expect(isShown()).toBe(false);
  },
);
