import { afterEach, beforeEach, expect, test, vi } from "vitest";

const assigned: string[] = [];
const listeners = new Map<string, () => void>();

beforeEach(() => {
  vi.resetModules();
  assigned.length = 0;
  const location = { pathname: "/settings", search: "?tab=1", assign: (path: string) => void assigned.push(path) };
  vi.stubGlobal("window", {
    location,
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import("@/lib/client/session/sign-in/sign-in-path");

test("many failing requests lead to sign-in once, and back to the same page", async () => {
  const { goToSignIn } = await load();
  goToSignIn();
  goToSignIn();
  expect(assigned).toEqual(["/login?from=%2Fsettings%3Ftab%3D1"]);
});

test("somebody who leaves on purpose goes where they meant to, whatever fails on the way", async () => {
  const { goToSignIn, leaveTo } = await load();
  leaveTo("/login");
  goToSignIn();
  expect(assigned).toEqual(["/login"]);
});

test("a page that is shown again can lead to sign-in again", async () => {
  const { goToSignIn } = await load();
  goToSignIn();
  listeners.get("pageshow")?.();
  goToSignIn();
  expect(assigned).toHaveLength(2);
});

test("so can one that was kept for its text, once it is no longer kept", async () => {
  const { goToSignIn, mayLeaveAgain } = await load();
  goToSignIn();
  goToSignIn();
  expect(assigned).toHaveLength(1);
  mayLeaveAgain();
  goToSignIn();
  expect(assigned).toHaveLength(2);
});

test("what a page leads back to lies in the vault, and is not sign-in itself", async () => {
  const { safePath } = await load();
  for (const path of ["/", "/envs", "/vault?entry=1#top", "/logins", "/register-of-keys", "/x//y"])
    expect(safePath(path)).toBe(path);
  for (const path of [
    ...[undefined, null, "", "envs", "https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example/"],
    ...["/.//elsewhere.example", "/login", "/login/", "/login?from=/", "/login#a", "/register", "/register?from=/"],
  ])
    expect(safePath(path), String(path)).toBe("/");
});
