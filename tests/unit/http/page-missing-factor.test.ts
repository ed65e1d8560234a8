import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sessionCookieName } from "@/lib/http/cookies";
import { pageMissingFactor } from "@/lib/http/gate/page-missing-factor";
import { beginSession } from "@/lib/auth/credentials/session";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { signOwn } from "../../support/sign-in/signing";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let cookie = "";
beforeAll(async () => {
  own = await openOwnRuntime();
  const { id } = await own.db.user.create({ data: { email: "ada@example.com" } });
  await signOwn(own, "User");
  const sessionToken = await beginSession(id, { method: "password" });
  cookie = `${sessionCookieName}=${await encode({ token: { sessionToken }, secret: own.sessionSecret, maxAge: 3600 })}`;
});
afterEach(() => {
  vi.restoreAllMocks();
  own.settings.AUTH_SECOND_FACTOR = "optional";
});
afterAll(() => own.close());

test("if none is required, a page asks for no factor and looks nothing up", async () => {
  const get = vi.spyOn(own.reads, "get");
  expect(await pageMissingFactor(cookie)).toBeUndefined();
  expect(get).not.toHaveBeenCalled();
});

test("if one is required, a page asks for what its session lacks, and for nothing without a session", async () => {
  own.settings.AUTH_SECOND_FACTOR = "required";
  expect(await pageMissingFactor(cookie)).toBe("none-yet");
  expect(await pageMissingFactor(null)).toBeUndefined();
});

test("while the database is unreachable a page is rendered without asking for a factor", async () => {
  own.settings.AUTH_SECOND_FACTOR = "required";
  vi.spyOn(own.reads, "get").mockImplementation(() => {
    throw new Error("away");
  });
  expect(await pageMissingFactor(cookie)).toBeUndefined();
});
