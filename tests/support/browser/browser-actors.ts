import { expect, type BrowserContext, type Page } from "@playwright/test";
import { call } from "@/lib/client/http/call";
import { createCategory, type CreateCategory, type KeyCategory } from "@/lib/contracts/vault/categories";
import type { CallInput, CallOutput, ContractSpec } from "@/lib/contracts/contract";
import { createEntry, type CreateEntry, type KeyEntry } from "@/lib/contracts/vault/entries";
import { seedUser, sessionCookie } from "../vaults/seeded-user";
import { changeSigned } from "../sign-in/signing";
import { changeStore } from "../vaults/store";

export type BrowserUser = { id: string; email: string; password: string; name: string };

/** The vault under test, which the global set-up started. */
const origin = (): string => {
  const url = process.env["VAULT_TEST_URL"];
  if (!url) throw new Error("VAULT_TEST_URL is not set: run through playwright.config.ts");
  return url;
};

const dataDir = (): string => {
  const folder = process.env["VAULT_TEST_DATA_DIR"];
  if (!folder) throw new Error("VAULT_TEST_DATA_DIR is not set: run through playwright.config.ts");
  return folder;
};

/** A user of this test only, whose session the page's browser has. */
export async function signUp(page: Page): Promise<BrowserUser> {
  const { password, name } = { password: "not-a-real-password", name: "Ada Lovelace" };
  const { id, email, session } = await seedUser(dataDir(), {
    password,
    name,
    userAgent: await page.evaluate(() => navigator.userAgent),
  });
  await page
    .context()
    .addCookies([{ name: sessionCookie, value: session, url: origin(), httpOnly: true, sameSite: "Lax" }]);
  return { id, email, password, name };
}

/** Signs in like the page itself: CSRF token, credentials. The browser keeps the session cookie. */
export async function signIn(page: Page, { email, password }: Pick<BrowserUser, "email" | "password">): Promise<void> {
  const { csrfToken } = (await (await page.request.get(`${origin()}/api/auth/csrf`)).json()) as { csrfToken: string };
  const answer = await page.request.post(`${origin()}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password, json: "true" },
    headers: { Origin: origin() },
  });
  if (!answer.ok()) throw new Error(`sign-in refused with status ${answer.status()}`);
}

/** As if the user had signed in 11 minutes ago: sensitive actions ask for the password again. */
export function proofGrowsOld({ id }: Pick<BrowserUser, "id">): void {
  const provenAt = new Date(Date.now() - 11 * 60_000).toISOString().replace("Z", "+00:00");
  if (
    changeSigned({ dataDir: dataDir() }, 'UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [provenAt, id]) === 0
  )
    throw new Error("This user has no session");
}

/** Leaves the account as the operator's command does, this many ms after it set a temporary password. */
export function passwordIsMade({ id }: Pick<BrowserUser, "id">, ageMs = 0): void {
  const madeAt = new Date(Date.now() - ageMs).toISOString().replace("Z", "+00:00");
  if (changeSigned({ dataDir: dataDir() }, 'UPDATE "User" SET "passwordMadeAt" = ? WHERE "id" = ?', [madeAt, id]) === 0)
    throw new Error("There is no such user");
}

/** As if a much later code had been used already: today's codes are no longer accepted. */
export function codesAreSpent({ id }: Pick<BrowserUser, "id">): void {
  if (
    changeStore({ dataDir: dataDir() }, 'UPDATE "AccountTotp" SET "lastUsedStep" = 2000000000 WHERE "userId" = ?', [
      id,
    ]) === 0
  )
    throw new Error("This user has no second factor");
}

/**
 * As if there had been no request for this many minutes, or as if the session had begun so long ago that only this much
 * is left.
 */
export function sessionGrowsOld(
  { id }: Pick<BrowserUser, "id">,
  { idleMinutes = 0, leftMinutes = 600 }: { idleMinutes?: number; leftMinutes?: number },
): void {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().replace("Z", "+00:00");
  if (
    changeSigned({ dataDir: dataDir() }, 'UPDATE "Session" SET "lastSeenAt" = ?, "expiresAt" = ? WHERE "userId" = ?', [
      at(-idleMinutes),
      at(leftMinutes),
      id,
    ]) === 0
  )
    throw new Error("This user has no session");
}

/** Waits until the page listens to keys, which its Find button then announces. */
export async function takesKeys(page: Page): Promise<void> {
  await expect(page.locator('[aria-keyshortcuts="Control+K Meta+K"]').first()).toBeAttached();
}

/** Ends the session without the page, as if it had expired: the next request is a 401. */
export async function endSession(page: Page): Promise<void> {
  // Requests in progress were sent while the session was active.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
}

/**
 * The API by contract, with the cookies of the page's browser: to prepare data for a test, or to check the vault.
 * `teamId`: in this team's vault.
 */
export function api(page: Page, of = origin(), teamId?: string) {
  return {
    call: <const C extends ContractSpec>(
      contract: C,
      ...input: object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
    ): Promise<CallOutput<C>> =>
      call(contract, input[0] ?? ({} as CallInput<C>), {
        baseUrl: of,
        headers: { Origin: of, ...(teamId !== undefined && { "X-Team-Id": teamId }) },
        fetch: through(page.context()),
      }),
    aCategory(fields: Partial<CreateCategory> = {}): Promise<KeyCategory> {
      return this.call(createCategory, {
        body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: "stripe", ...fields },
      });
    },
    anEntry(categoryId: string, fields: Partial<Omit<CreateEntry, "categoryId">> = {}): Promise<KeyEntry> {
      return this.call(createEntry, {
        body: { categoryId, name: "billing", value: "sk_test_not_a_real_key", ...fields },
      });
    },
  };
}

/** Fetches with a browser's cookies, without its pages. */
function through({ request }: BrowserContext): typeof fetch {
  return async (url, init = {}) => {
    const answer = await request.fetch(String(url), {
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      ...(init.body ? { data: init.body as string } : {}),
      maxRedirects: 0,
    });
    const empty = answer.status() === 204;
    return new Response(empty ? null : await answer.text(), { status: answer.status(), headers: answer.headers() });
  };
}
