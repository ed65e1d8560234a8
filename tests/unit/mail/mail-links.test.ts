import { afterAll, beforeAll, expect, test } from "vitest";
import { findMailLink, newMailLink } from "@/lib/auth/mail/mail-links";
import { ownOrigin } from "@/lib/mail/compose";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const minuteMs = 60_000;

test("a link for a forgotten password works for 30 minutes, and for nothing else", async () => {
  const { userId } = await aServiceVault(own);
  const now = Date.now();
  const token = await newMailLink(own.db, { purpose: "reset-password", userId, now });
  const found = (ms: number) => findMailLink(own.db, "reset-password", token, now + ms);
  expect(await found(30 * minuteMs - 1)).toMatchObject({ userId });
  expect(await found(30 * minuteMs)).toBeNull();
  expect(await findMailLink(own.db, "confirm-email", token, now)).toBeNull();
  expect(await findMailLink(own.db, "reset-password", `${token}x`, now)).toBeNull();
});

test("a link that somebody gave to another account without the master key does not work", async () => {
  const [mine, other] = [await aServiceVault(own), await aServiceVault(own)];
  const token = await newMailLink(own.db, { purpose: "reset-password", userId: mine.userId });
  await own.db.oneTimeChallenge.updateMany({ where: { userId: mine.userId }, data: { userId: other.userId } });
  expect(await findMailLink(own.db, "reset-password", token)).toBeNull();
});

test("links lead where the settings say, and never where a request says", () => {
  expect(ownOrigin()).toBe("http://localhost:3000");
  Object.assign(own.settings, { NEXTAUTH_URL: "https://vault.example.com" });
  expect(ownOrigin()).toBe("https://vault.example.com");
});
