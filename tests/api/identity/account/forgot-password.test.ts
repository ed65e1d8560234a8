import { afterAll, describe, expect, test } from "vitest";
import { getAccount } from "@/lib/contracts/people/account";
import { forgotPassword, resetPassword } from "@/lib/contracts/people/mail";
import { createEntry } from "@/lib/contracts/vault/entries";
import { toldTo } from "../../../support/callers/activity";
import { anonymous, aUser, signIn } from "../../../support/callers/actors";
import { aCategory } from "../../../support/rows/fixtures";
import { aMailServer } from "../../../support/servers/a-mail-server";
import { openMailServer, tokenIn } from "../../../support/servers/mail-server";
import { freshCode, turnOnSecondFactor } from "../../../support/sign-in/second-factor";
import { signingIn } from "../../../support/sign-in/signing-in";
import { postgresqlUrlOf } from "../../../support/vaults/database";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { changeStore, storedBytes } from "../../../support/vaults/store";
import { testOnce } from "../../../support/vaults/test-once";

const { aVault, aFolder } = ownVaults();
const newPassword = "another-not-real-password";

/** Of all tests but those of a vault that is set up otherwise, or killed. */
const server = await openMailServer();
afterAll(server.close);
const vault = await aVault({ env: server.env });
const { baseUrl } = vault;

describe("whoever forgot their password", () => {
  test("sets a new one by a link that works once; all sessions end, and the second factor stays", async () => {
    const { email, password, session } = await aUser(baseUrl);
    const { secret } = await turnOnSecondFactor(session);
    const nobody = anonymous(baseUrl);
    await nobody.call(forgotPassword, { body: { email: email.toUpperCase() } });
    const isLink = ({ subject }: { subject: string }) => subject === "Set a new password for your vault";
    const mail = (await server.got(email, 2)).find(isLink) ?? expect.fail("there is a mail");
    const token = tokenIn(mail);
    expect(mail.html).toContain(`/reset-password#${token}`);
    expect(storedBytes(vault).includes(token)).toBe(false);

    // A password that is refused spends no link.
    const tooCommon = { token, newPassword: "1234567890" };
    await expect(nobody.call(resetPassword, { body: tooCommon })).rejects.toMatchObject({
      status: 400,
      details: [{ path: "newPassword" }],
    });
    await nobody.call(resetPassword, { body: { token, newPassword } });
    await expect(session.call(getAccount)).rejects.toMatchObject({ status: 401 });
    expect(await signingIn(email, undefined, password, baseUrl)).toBe("CredentialsSignin");
    expect(await signingIn(email, undefined, newPassword, baseUrl)).toBe("SECOND_FACTOR_REQUIRED");
    expect(await signingIn(email, freshCode(secret), newPassword, baseUrl)).toBe("in");
    const used = nobody.call(resetPassword, { body: { token, newPassword } });
    await expect(used).rejects.toMatchObject({ status: 404, code: "PASSWORD_LINK_NOT_FOUND" });
    const subjects = (await server.got(email, 3)).map(({ subject }) => subject);
    expect(subjects).toContain("Your password was changed");
    expect(vault.output()).not.toContain(token);
  });

  test("leaves a record of it, and other links of theirs no longer work", async () => {
    const { email } = await aUser(baseUrl);
    const nobody = anonymous(baseUrl);
    for (const _ of [1, 2]) await nobody.call(forgotPassword, { body: { email } });
    const [first, second] = (await server.got(email, 2)).map(tokenIn);
    await nobody.call(resetPassword, { body: { token: second ?? "", newPassword } });
    const other = nobody.call(resetPassword, { body: { token: first ?? "", newPassword } });
    await expect(other).rejects.toMatchObject({ code: "PASSWORD_LINK_NOT_FOUND" });
    const again = await signIn(email, newPassword, baseUrl);
    expect(await toldTo(again, "account.password")).toMatchObject([{ actor: { kind: "session" }, outcome: "done" }]);
  });

  testOnce("is answered and counted like whoever has no account", async () => {
    const { email } = await aUser(baseUrl);
    const ask = async (address: string) => {
      const response = await anonymous(baseUrl).fetch("/api/auth/forgot-password", {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: baseUrl },
        body: JSON.stringify({ email: address }),
      });
      const headers = Object.fromEntries(response.headers);
      for (const name of ["x-request-id", "date", "retry-after"]) delete headers[name];
      return { status: response.status, headers, body: await response.text() };
    };
    const unknown = email.replace(/^.{4}/, "none");
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(email)).toEqual(await ask(unknown));
    // Counted alike.
    const [known, other] = [await ask(email), await ask(unknown)];
    expect([known.status, other]).toEqual([429, known]);
  });

  testOnce("has no link where the vault sends no mail: neither API nor pages offer one", async () => {
    const withoutMail = anonymous();
    const refused = withoutMail.call(forgotPassword, { body: { email: "ada@example.com" } });
    await expect(refused).rejects.toMatchObject({ status: 404, code: "MAIL_OFF" });
    expect(await (await withoutMail.fetch("/login")).text()).not.toContain("Forgot your password?");
    expect((await withoutMail.fetch("/forgot-password")).status).toBe(404);
    const shown = await anonymous(baseUrl).fetch("/login");
    expect(await shown.text()).toContain("Forgot your password?");
    const withoutPasswords = await aVault({ env: { ...server.env, AUTH_PASSWORD_LOGIN: "false" } });
    const without = await anonymous(withoutPasswords.baseUrl).fetch("/login");
    expect(await without.text()).not.toContain("Forgot your password?");
  });
});

describe("a mail server", () => {
  test("that is slow holds up no request; a vault that is killed meanwhile sends the mail after its start", async () => {
    let [reached, answer] = [() => {}, () => {}];
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const slow = await aMailServer({
      take: async () => {
        reached();
        // It answers nothing until the vault is gone.
        await mayAnswer;
      },
    });
    const dataDir = aFolder();
    const killed = await aVault({ env: slow.env, dataDir });
    const { email, session } = await aUser(killed.baseUrl);
    await anonymous(killed.baseUrl).call(forgotPassword, { body: { email } });
    await isReached;
    const { id: categoryId } = await aCategory(session);
    await session.call(createEntry, { body: { categoryId, name: "billing", value: "not-a-real-value" } });
    expect(slow.mails).toEqual([]);
    await killed.stop("SIGKILL");
    // Another replica could still be sending it. As if its minute for that had passed.
    if (postgresqlUrlOf(dataDir) !== undefined)
      changeStore({ dataDir }, 'UPDATE "Mail" SET "nextAttemptAt" = ? WHERE "leaseId" IS NOT NULL', [new Date(0)]);
    const next = await aVault({ env: slow.env, dataDir });
    answer();
    const mails = await slow.got(email, 2);
    // At least once: what the killed process had sent came too. The last link works.
    const token = tokenIn(mails.at(-1) ?? expect.fail("there is a mail"));
    await anonymous(next.baseUrl).call(resetPassword, { body: { token, newPassword } });
  });
});
