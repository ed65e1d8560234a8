import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMailLink } from "@/lib/auth/mail/mail-links";
import { addUser } from "@/lib/identity/accounts/users";
import { verifyLogin } from "@/lib/identity/login";
import { setPasswordByLink } from "@/lib/identity/passwords/forgotten";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/identity/second-factor";
import { requestFacts } from "../../support/callers/request-facts";
import { openSession } from "../../support/sign-in/open-session";
import { codeAt, wrongCode } from "../../support/sign-in/second-factor";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

/** Sets the password by a link, as the mail would have it. */
async function setByLink(userId: string, newPassword: string): Promise<void> {
  const token = await newMailLink(own.db, { purpose: "reset-password", userId });
  await setPasswordByLink({ token, newPassword }, requestFacts());
}

test("a link clears the count of wrong passwords, but not of wrong codes: the mailbox is not the second factor", async () => {
  const [without, having] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const [first, second] = ["not-a-real-password", "another-fake-password"] as const;
  const plain = await addUser({ email: without, name: null, password: first });
  const guarded = await addUser({ email: having, name: null, password: first });
  const caller = await openSession(guarded);
  const { secret } = await beginSecondFactor(caller);
  await confirmSecondFactor(caller, { code: codeAt(secret) });
  let host = 0;
  const signingIn = (email: string, password: string, code?: string) =>
    verifyLogin({ email, password, code, request: requestFacts({ address: `192.0.2.${(host += 1)}` }) });

  for (let at = 0; at < 4; at += 1) {
    expect(await signingIn(without, "not-the-password")).toBeNull();
    await expect(signingIn(having, first, wrongCode(secret))).rejects.toMatchObject({ code: "SECOND_FACTOR_INVALID" });
  }
  await setByLink(plain, second);
  await setByLink(guarded, second);
  for (let at = 0; at < 4; at += 1) expect(await signingIn(without, "not-the-password")).toBeNull();
  expect(await signingIn(without, second)).toMatchObject({ id: plain });
  await expect(signingIn(having, second, wrongCode(secret))).rejects.toMatchObject({ code: "SECOND_FACTOR_INVALID" });
  await expect(signingIn(having, second, wrongCode(secret))).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
});
