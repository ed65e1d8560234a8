import { describe, expect, inject, test } from "vitest";
import { getAccount, reauthenticate } from "@/lib/contracts/people/account";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/contracts/people/second-factor";
import { aUser, password } from "../../../support/callers/actors";
import { refusedField, send } from "../../../support/http/raw";
import { expectRenewed } from "../../../support/sign-in/renewed-session";
import { codeAt, freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";
import { signingIn } from "../../../support/sign-in/signing-in";
import { storedBytes } from "../../../support/vaults/store";

describe("turning the second factor on", () => {
  test("starts with a secret and its otpauth:// link, and is complete only after a code was confirmed", async () => {
    const { email, session } = await aUser();
    const { secret, uri } = await session.call(beginSecondFactor);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const link = new URL(uri);
    expect([
      link.protocol,
      link.host,
      decodeURIComponent(link.pathname),
      Object.fromEntries(link.searchParams),
    ]).toEqual(["otpauth:", "totp", `/Secrets vault:${email}`, { secret, issuer: "Secrets vault" }]);
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: false });
    expect(await signingIn(email)).toBe("in");
    expect(
      await send(session, "POST", "/api/account/second-factor/confirm", { code: wrongCode(secret) }),
    ).toMatchObject(refusedField("code"));
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: false });
  });

  test("returns ten different recovery codes, once", async () => {
    const { session } = await aUser();
    const { recoveryCodes } = await turnOnSecondFactor(session);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/);
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 });
  });

  test("stores neither the secret nor a recovery code in readable form", async () => {
    const { email, session } = await aUser();
    const { secret, recoveryCodes } = await turnOnSecondFactor(session);
    const kept = storedBytes({ dataDir: inject("dataDir") });
    expect(kept.includes(email)).toBe(true);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(kept.includes(text)).toBe(false);
  });

  test("if started twice, only the later secret counts; once it is on, it can't be started again", async () => {
    const { session } = await aUser();
    const { secret: first } = await session.call(beginSecondFactor);
    const { secret } = await session.call(beginSecondFactor);
    expect(await send(session, "POST", "/api/account/second-factor/confirm", { code: codeAt(first) })).toMatchObject(
      refusedField("code"),
    );
    await session.call(confirmSecondFactor, { body: { code: codeAt(secret) } });
    await expect(session.call(beginSecondFactor)).rejects.toMatchObject({ status: 409, code: "SECOND_FACTOR_ON" });
    await expect(session.call(confirmSecondFactor, { body: { code: codeAt(secret, 1) } })).rejects.toMatchObject({
      status: 409,
      code: "SECOND_FACTOR_ON",
    });
  });

  test("allows at most 5 guesses in a session; another account's set-up is not affected", async () => {
    const [{ session }, other] = [await aUser(), await aUser()];
    const { secret } = await session.call(beginSecondFactor);
    for (let guess = 0; guess < 5; guess += 1)
      expect(
        await send(session, "POST", "/api/account/second-factor/confirm", { code: wrongCode(secret) }),
      ).toMatchObject(refusedField("code"));
    expect(await send(session, "POST", "/api/account/second-factor/confirm", { code: codeAt(secret) })).toMatchObject({
      status: 429,
      json: { code: "TOO_MANY_ATTEMPTS" },
    });
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: false });
    await turnOnSecondFactor(other.session);
  });

  test("can't be confirmed before it was started, and recovery codes can't be replaced before it is on", async () => {
    const { session } = await aUser();
    await expect(session.call(confirmSecondFactor, { body: { code: "000000" } })).rejects.toMatchObject({
      status: 409,
      code: "SECOND_FACTOR_OFF",
    });
    await session.call(beginSecondFactor);
    await expect(session.call(replaceRecoveryCodes)).rejects.toMatchObject({ status: 409, code: "SECOND_FACTOR_OFF" });
  });
});

describe("signing in with the second factor on", () => {
  test("requires a code besides the password; a wrong password learns nothing about it", async () => {
    const { email, session } = await aUser();
    const { secret } = await turnOnSecondFactor(session);
    for (const none of [undefined, "", " "]) expect(await signingIn(email, none)).toBe("SECOND_FACTOR_REQUIRED");
    expect(await signingIn(email, wrongCode(secret))).toBe("SECOND_FACTOR_INVALID");
    expect(await signingIn(email, freshCode(secret), "not-the-password")).toBe("CredentialsSignin");
    expect(await signingIn(email, freshCode(secret))).toBe("in");
  });

  test("accepts a code of the next step, for a clock that is off, and one with spaces, but not a much later one", async () => {
    const { email, session } = await aUser();
    const { secret } = await turnOnSecondFactor(session);
    expect(await signingIn(email, codeAt(secret, 3))).toBe("SECOND_FACTOR_INVALID");
    expect(await signingIn(email, freshCode(secret).replace(/^.../, "$& "))).toBe("in");
  });

  test("spends a time step: neither it nor an earlier one is accepted again", async () => {
    const { email, session } = await aUser();
    const { secret } = await turnOnSecondFactor(session);
    const code = freshCode(secret);
    expect(await signingIn(email, code)).toBe("in");
    expect(await signingIn(email, code)).toBe("SECOND_FACTOR_INVALID");
    expect(await signingIn(email, codeAt(secret))).toBe("SECOND_FACTOR_INVALID");
  });

  test("lets one of three concurrent requests with the same code in", async () => {
    const { email, session } = await aUser();
    const { secret } = await turnOnSecondFactor(session);
    const code = freshCode(secret);
    expect((await Promise.all([1, 2, 3].map(() => signingIn(email, code)))).sort()).toEqual([
      "SECOND_FACTOR_INVALID",
      "SECOND_FACTOR_INVALID",
      "in",
    ]);
  });

  test("accepts each recovery code once, however it is typed", async () => {
    const { email, session } = await aUser();
    const {
      recoveryCodes: [first = "", second = ""],
    } = await turnOnSecondFactor(session);
    expect(await signingIn(email, first)).toBe("in");
    expect(await signingIn(email, first)).toBe("SECOND_FACTOR_INVALID");
    expect(await signingIn(email, second.replaceAll("-", "").toUpperCase())).toBe("in");
    expect(await session.call(getAccount)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test("refuses another user's recovery code", async () => {
    const [mine, theirs] = [await aUser(), await aUser()];
    await turnOnSecondFactor(mine.session);
    const {
      recoveryCodes: [code = ""],
    } = await turnOnSecondFactor(theirs.session);
    expect(await signingIn(mine.email, code)).toBe("SECOND_FACTOR_INVALID");
  });

  test("refuses old recovery codes once there are new ones", async () => {
    const { email, session } = await aUser();
    const {
      recoveryCodes: [old = ""],
    } = await turnOnSecondFactor(session);
    const { recoveryCodes } = await session.call(replaceRecoveryCodes);
    expect(new Set([...recoveryCodes, old]).size).toBe(11);
    expect(await signingIn(email, old)).toBe("SECOND_FACTOR_INVALID");
    expect(await signingIn(email, recoveryCodes[9])).toBe("in");
  });

  test("asks for no code after it was turned off, and its recovery codes are gone", async () => {
    const { email, session } = await aUser();
    await turnOnSecondFactor(session);
    await session.call(removeSecondFactor);
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 });
    expect(await signingIn(email)).toBe("in");
    await session.call(removeSecondFactor);
  });
});

test("while the second factor is on, re-authentication also requires its code, and gives the session a new token", async () => {
  const { session } = await aUser();
  const { secret } = await turnOnSecondFactor(session);
  expect(await send(session, "POST", "/api/account/reauthentication", { password })).toMatchObject(
    refusedField("code"),
  );
  expect(
    await send(session, "POST", "/api/account/reauthentication", { password, code: wrongCode(secret) }),
  ).toMatchObject(refusedField("code"));
  expect(
    await send(session, "POST", "/api/account/reauthentication", {
      password: "not-the-password",
      code: freshCode(secret),
    }),
  ).toMatchObject(refusedField("password"));
  await expectRenewed(session, () => session.call(reauthenticate, { body: { password, code: freshCode(secret) } }));
});
