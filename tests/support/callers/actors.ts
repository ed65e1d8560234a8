import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { call } from "@/lib/client/http/call";
import { createAccessKey, type CreatedAccessKey } from "@/lib/contracts/access/access-keys";
import { register } from "@/lib/contracts/people/account";
import type { CallInput, CallOutput, ContractSpec } from "@/lib/contracts/contract";
import { type Scope, scopes as allScopes } from "@/lib/contracts/access/scopes";
import { assertErrorBody } from "../http/error-body";
import { seedUser, sessionCookie } from "../vaults/seeded-user";
import { folderOfUsers } from "../vaults/server";

/** Somebody who calls the API, by contract, or with raw requests that no contract would send. */
export type Actor = {
  call<const C extends ContractSpec>(
    contract: C,
    ...input: object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
  ): Promise<CallOutput<C>>;
  /** A request below the base URL with this actor's credentials. Returns the response unchanged. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  headers: Record<string, string>;
};

export type User = { id: string; email: string; password: string; session: Actor };

export const password = "not-a-real-password";

/** The vault of this test file: the shared one, unless the file starts its own. */
export const sharedBaseUrl = (): string => inject("baseUrl");

type Listener = (contract: ContractSpec, answer: Response) => void;
let listener: Listener | undefined;

/** While it works, the listener hears of each call of whomever that succeeds, before whoever called does. */
export async function hearing<R>(heard: Listener, work: () => Promise<R>): Promise<R> {
  listener = heard;
  try {
    return await work();
  } finally {
    listener = undefined;
  }
}

export function actor(given: Record<string, string>, baseUrl = sharedBaseUrl()): Actor {
  const headers = { ...given };
  /** A session cookie in a response replaces the old one, as in a browser. */
  const fetchAsBrowser: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    await assertErrorBody(response);
    const renewed = cookiesOf(response).find((cookie) => cookie.startsWith(`${sessionCookie}=`));
    if (headers.Cookie?.startsWith(`${sessionCookie}=`) && renewed && renewed !== `${sessionCookie}=`)
      headers.Cookie = renewed;
    return response;
  };
  return {
    headers,
    call: ((contract: ContractSpec, input: object = {}) =>
      call(contract, input as CallInput<ContractSpec>, {
        baseUrl,
        headers,
        fetch: fetchAsBrowser,
        onAnswer: (answer) => listener?.(contract, answer),
      })) as Actor["call"],
    fetch: (path, init = {}) =>
      fetchAsBrowser(baseUrl + path, {
        redirect: "manual",
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      }),
  };
}

export const anonymous = (baseUrl = sharedBaseUrl()): Actor => actor({}, baseUrl);

export const withKey = (key: string, baseUrl = sharedBaseUrl()): Actor =>
  actor({ Authorization: `Bearer ${key}` }, baseUrl);

/** A new user, signed in. Every test has its own users. */
export async function aUser(baseUrl = sharedBaseUrl()): Promise<User> {
  const dataDir = baseUrl === sharedBaseUrl() ? inject("dataDir") : folderOfUsers(baseUrl);
  if (dataDir === undefined) return aRegisteredUser(baseUrl);
  const { id, email, session } = await seedUser(dataDir, { password, userAgent: "node" });
  return { id, email, password, session: actor({ Cookie: `${sessionCookie}=${session}`, Origin: baseUrl }, baseUrl) };
}

/** A new user who registered and signed in over HTTP. The vault computes two slow hashes for it and loads Next. */
export async function aRegisteredUser(baseUrl = sharedBaseUrl()): Promise<User> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await anonymous(baseUrl).call(register, { body: { email, password } });
  return { id, email, password, session: await signIn(email, password, baseUrl) };
}

/**
 * A session of somebody whose password is in no contract's example: so no example re-authenticates them, and the
 * session keeps its token.
 */
export async function aSessionOfNoExample(baseUrl: string): Promise<Actor> {
  const [email, secret] = [`${randomUUID()}@example.com`, `not-a-real-${randomUUID()}`];
  await anonymous(baseUrl).call(register, { body: { email, password: secret } });
  return signIn(email, secret, baseUrl);
}

/** Signs in like a browser: CSRF token, credentials, cookie. Throws if the sign-in is refused. */
export async function signIn(
  email: string,
  secret: string,
  baseUrl = sharedBaseUrl(),
  options: SignInOptions = {},
): Promise<Actor> {
  const { response, cookies } = await tryToSignIn(email, secret, baseUrl, options);
  const session = cookies.find((cookie) => cookie.startsWith(`${sessionCookie}=`));
  if (!response.ok || !session) throw new Error(`sign-in refused with status ${response.status}`);
  return actor({ Cookie: session, Origin: baseUrl }, baseUrl);
}

/** `headers`: those that a proxy would add. The others: what a sign-in may send besides the password. */
type SignInOptions = { headers?: Record<string, string>; code?: string; newPassword?: string; passkey?: string };

export async function tryToSignIn(
  email: string,
  secret: string,
  baseUrl = sharedBaseUrl(),
  { headers, ...given }: SignInOptions = {},
): Promise<{ response: Response; cookies: string[] }> {
  const start = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await start.json()) as { csrfToken: string };
  const response = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookiesOf(start).join("; "), ...headers },
    body: new URLSearchParams({ csrfToken, email, password: secret, json: "true", ...given }),
  });
  return { response, cookies: cookiesOf(response) };
}

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

export type UserWithKey = User & { key: Actor; accessKey: CreatedAccessKey };

/** A new user with an access key that has these scopes, by default all. */
export async function aUserWithKey({
  scopes = [...allScopes],
  expiresAt,
  baseUrl = sharedBaseUrl(),
}: { scopes?: Scope[]; expiresAt?: string; baseUrl?: string } = {}): Promise<UserWithKey> {
  const user = await aUser(baseUrl);
  const accessKey = await user.session.call(createAccessKey, {
    body: { name: "test", scopes, ...(expiresAt ? { expiresAt } : {}) },
  });
  return { ...user, accessKey, key: withKey(accessKey.key, baseUrl) };
}

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
    dataDir: string;
    vaultPid: number;
  }
}
