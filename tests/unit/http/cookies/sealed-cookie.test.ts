import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { intentCookie, readIntent } from "@/lib/identity/oidc/intent";
import { secondStepCookie } from "@/lib/identity/oidc/second-step";
import { sealedCookie } from "@/lib/http/cookies/sealed-cookie";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => vi.useRealTimers());

const cookie = sealedCookie("svc.test", 60, z.object({ word: z.string() }));
const pairOf = (line: string) => line.split(";", 1)[0] ?? "";
const sealed = async (word = "kept") => pairOf(await cookie.set({ word }, false));

test("a value that was set is read back from among other cookies, and the cookie reveals nothing of it", async () => {
  const pair = await sealed("not-a-real-secret");
  expect(pair).toMatch(/^svc\.test=[\w.-]+$/);
  expect(Buffer.from(pair, "base64url").includes("not-a-real")).toBe(false);
  for (const header of [pair, `a=b; ${pair}`, `a=b;${pair};c=d`, `a=b;\t${pair} ; c=d`.replace(" ;", ";")])
    expect(await cookie.read(header)).toEqual({ word: "not-a-real-secret" });
});

test("it is invisible to scripts, bound to this host behind TLS, and lasts as long as it says", async () => {
  expect((await cookie.set({ word: "kept" }, false)).replace(/=[^;]+/, "=…")).toBe(
    "svc.test=…; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
  );
  expect((await cookie.set({ word: "kept" }, true)).replace(/=[^;]+/, "=…")).toBe(
    "__Host-svc.test=…; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(await cookie.set(null, true)).toBe("__Host-svc.test=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  const pair = await sealed();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 50_000 });
  expect(await cookie.read(pair)).toEqual({ word: "kept" });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await cookie.read(pair)).toBeNull();
});

test("anything else is null: no cookie, another name, a changed value, another secret, salt or form", async () => {
  const [pair, value] = [await sealed(), (await sealed()).slice("svc.test=".length)];
  const made = (token: Record<string, unknown>, secret = own.sessionSecret, salt = "svc.test") =>
    encode({ token, secret, salt, maxAge: 60 });
  expect(await cookie.read(`svc.test=${await made({ word: "kept" })}`)).toEqual({ word: "kept" });
  for (const header of [
    null,
    "",
    "svc.test=",
    "a=b",
    `xsvc.test=${value}`,
    `svcxtest=${value}`,
    `x ${pair}`,
    `${pair.slice(0, -4)}`,
    "svc.test=abc",
    `svc.test=${await made({ word: 7 })}`,
    `svc.test=${await made({ word: "kept" }, "another")}`,
    `svc.test=${await made({ word: "kept" }, own.sessionSecret, "svc.other")}`,
  ])
    expect([header, await cookie.read(header)]).toEqual([header, null]);
});

test("an intent belongs to one authorization request, for 15 minutes; the step before the second factor lasts 5", async () => {
  const intent = {
    purpose: "reauthenticate",
    sessionId: "s",
    state: "state",
    startedAt: 1,
    returnTo: "/settings",
  } as const;
  const line = await intentCookie.set(intent, false);
  expect(line).toMatch(/^svc\.oidc-intent=.*; Max-Age=900;/);
  expect(await readIntent(pairOf(line), "state")).toEqual(intent);
  for (const state of ["other", "", null]) expect(await readIntent(pairOf(line), state)).toBeNull();
  for (const nothing of [null, "svc.oidc-intent=abc"])
    expect([await readIntent(nothing, "state"), await readIntent(nothing, null)]).toEqual([null, null]);
  expect(
    await intentCookie.read(pairOf(await intentCookie.set({ ...intent, purpose: "other" } as never, false))),
  ).toBeNull();
  const step = await secondStepCookie.set({ issuer: "https://login.example.com", subject: "ada" }, false);
  expect(step).toMatch(/^svc\.second-step=.*; Max-Age=300;/);
  expect(await secondStepCookie.read(pairOf(step))).toEqual({ issuer: "https://login.example.com", subject: "ada" });
});
