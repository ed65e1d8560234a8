import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { siteOf } from "@/lib/identity/site";
import { beginPasskeySignIn, beginPasskey, createPasskey, ownerOfAssertion } from "@/lib/identity/passkeys";
import { addUser } from "@/lib/identity/accounts/users";
import { Authenticator } from "../../support/sign-in/authenticator";
import { openSession } from "../../support/sign-in/open-session";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { manyFailures } from "../../support/vaults/server";
import { signOwn } from "../../support/sign-in/signing";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime(manyFailures);
});
afterAll(() => own.close());

const address = "192.0.2.1";
const page = "http://localhost:3000";
/** The request as the owner of that page would forward it: they choose the Host. */
const siteAt = (origin: string) => siteOf((name) => (name === "host" ? new URL(origin).host : undefined));

async function aPasskey() {
  const userId = await addUser({ email: `${randomUUID()}@example.com`, name: null, password: "not-a-real-password" });
  const caller = await openSession(userId);
  const authenticator = new Authenticator(page);
  const { id } = await createPasskey(
    caller,
    { name: "Phone", credential: authenticator.attest(await beginPasskey(caller, siteAt(page))) },
    siteAt(page),
  );
  const signIn = async (origin: string) => {
    const assertion = authenticator.assert(await beginPasskeySignIn(siteAt(origin), address), { origin });
    return ownerOfAssertion(assertion, siteAt(origin), { purpose: "sign-in", address }).then(
      (owner) => owner.userId === userId,
      (error: { code?: string }) => error.code,
    );
  };
  return { id, signIn, origin: async () => (await own.db.passkey.findUniqueOrThrow({ where: { id } })).origin };
}

test("a passkey works at the origin where it was created, and at no other port or scheme of its host, whatever Host is sent", async () => {
  const { signIn, origin } = await aPasskey();
  expect(await origin()).toBe(page);
  for (const elsewhere of ["http://localhost:9999", "https://localhost:3000", "https://localhost"])
    expect([elsewhere, await signIn(elsewhere)]).toEqual([elsewhere, "PASSKEY_REFUSED"]);
  expect(await signIn(page)).toBe(true);
});

test("one from before origins were stored works where the vault certainly is, and from then on only there", async () => {
  const { id, signIn, origin } = await aPasskey();
  await own.db.passkey.update({ where: { id }, data: { origin: null } });
  await signOwn(own, "Passkey");
  expect([await signIn("http://localhost:9999"), await origin()]).toEqual(["PASSKEY_REFUSED", null]);
  expect([await signIn(page), await origin(), await signIn("https://localhost"), await signIn(page)]).toEqual([
    true,
    page,
    "PASSKEY_REFUSED",
    true,
  ]);
});

test("one that is removed while its answer is checked is refused, also where no session would begin", async () => {
  const { id, signIn } = await aPasskey();
  const { oneTimeChallenge } = own.db;
  const spend = oneTimeChallenge.deleteMany.bind(oneTimeChallenge) as (given: unknown) => Promise<{ count: number }>;
  const spent = vi.spyOn(oneTimeChallenge, "deleteMany") as MockInstance;
  spent.mockImplementationOnce(async (given: unknown) => {
    await own.db.passkey.delete({ where: { id } });
    return spend(given);
  });
  expect(await signIn(page)).toBe("PASSKEY_REFUSED");
  spent.mockRestore();
});
