import { beforeEach, expect, test, vi } from "vitest";
import { pageNow } from "@/lib/client/browser/page-now";
import { goTo } from "@/lib/client/active-vault";

const location = { pathname: "/import", href: "https://vault.example/import" };
const arriveAt = (pathname: string) => Object.assign(location, { pathname, href: `https://vault.example${pathname}` });
/** The router changes the address only once it has the page. */
const setOff = (path: string) => goTo(path, () => {});

beforeEach(() => {
  arriveAt("/import");
  vi.stubGlobal("window", { location });
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
