import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { listEntries } from "@/lib/contracts/vault/entries";
import { actor, aUser, password, sharedBaseUrl, tryToSignIn } from "../../support/callers/actors";
import { anEntry, missingId } from "../../support/rows/fixtures";
import { send } from "../../support/http/raw";

/** A user's cookie with other claims about the request's origin. */
async function cookieWith(headers: Record<string, string>) {
  const { session } = await aUser();
  return { session, elsewhere: actor({ Cookie: session.headers.Cookie ?? "", ...headers }) };
}

const refusals: [string, () => Record<string, string>][] = [
  ["nothing", () => ({})],
  ["Sec-Fetch-Site: cross-site", () => ({ "Sec-Fetch-Site": "cross-site" })],
  ["Sec-Fetch-Site: same-site, a neighbour's host", () => ({ "Sec-Fetch-Site": "same-site" })],
  ["Sec-Fetch-Site: none, an address typed in", () => ({ "Sec-Fetch-Site": "none" })],
  [
    "Sec-Fetch-Site: cross-site beside our own Origin",
    () => ({ "Sec-Fetch-Site": "cross-site", Origin: sharedBaseUrl() }),
  ],
  ["another Origin", () => ({ Origin: "https://evil.example" })],
  ["Origin: null, a sandboxed frame", () => ({ Origin: "null" })],
  ["our host on another port as Origin", () => ({ Origin: "http://127.0.0.1:1" })],
  ["an Origin that begins like ours", () => ({ Origin: `${sharedBaseUrl()}.evil.example` })],
  ["an Origin with our host as its user", () => ({ Origin: `${sharedBaseUrl()}@evil.example` })],
  ["our own Referer alone", () => ({ Referer: `${sharedBaseUrl()}/` })],
];

describe("with a cookie, an unsafe request", () => {
  test.each(refusals)("that says %s about its origin is refused and changes nothing", async (_, headers) => {
    const { session, elsewhere } = await cookieWith(headers());
    const { id, categoryId } = await anEntry(session);
    const refused = { status: 403, json: { code: "CROSS_ORIGIN", error: expect.any(String) } };
    expect(await send(elsewhere, "POST", `/api/entries/${id}/reveal`)).toMatchObject(refused);
    expect(await send(elsewhere, "POST", "/api/entries", { categoryId, name: "two", value: "x" })).toMatchObject(
      refused,
    );
    expect(await send(elsewhere, "PUT", `/api/entries/${id}`, { name: "changed" })).toMatchObject(refused);
    expect(await send(elsewhere, "DELETE", `/api/entries/${id}`)).toMatchObject(refused);
    expect(
      await send(elsewhere, "POST", "/api/access-keys", { name: "stolen", scopes: ["export:read"] }),
    ).toMatchObject(refused);
    expect((await session.call(listEntries)).map(({ name }) => name)).toEqual(["billing"]);
  });

  test.each([
    ["Sec-Fetch-Site: same-origin", () => ({ "Sec-Fetch-Site": "same-origin" })],
    ["our own Origin", () => ({ Origin: sharedBaseUrl() })],
    ["both", () => ({ "Sec-Fetch-Site": "same-origin", Origin: sharedBaseUrl() })],
    ["our Origin over TLS, ended by a proxy in front", () => ({ Origin: sharedBaseUrl().replace("http:", "https:") })],
  ])("that says %s is accepted, including a reveal without a body", async (_, headers) => {
    const { session, elsewhere } = await cookieWith(headers());
    const { id } = await anEntry(session);
    expect(await send(elsewhere, "POST", `/api/entries/${id}/reveal`)).toMatchObject({
      status: 200,
      json: { value: "sk_test_not_a_real_key" },
    });
    expect((await send(elsewhere, "PUT", `/api/entries/${id}`, { name: "changed" })).status).toBe(200);
    expect((await send(elsewhere, "DELETE", `/api/entries/${id}`)).status).toBe(204);
  });

  test("from elsewhere is refused by every operation, before any other check", async () => {
    const { elsewhere } = await cookieWith({ "Sec-Fetch-Site": "cross-site" });
    const unsafe = contracts.filter(({ method }) => method !== "GET");
    expect(unsafe.length).toBeGreaterThanOrEqual(19);
    for (const { method, path } of unsafe) {
      expect(await send(elsewhere, method, `/api${path.replace(/\{\w+\}/g, missingId)}`)).toMatchObject({
        status: 403,
        json: { code: "CROSS_ORIGIN" },
      });
    }
  });
});

const silent = ["nothing", "our own Referer alone"];

describe("NextAuth's forms", () => {
  test.each(refusals.filter(([says]) => !silent.includes(says)))(
    "that say %s sign nobody in or out, even with the right token and password",
    async (_, headers) => {
      const { email, session } = await aUser();
      const refused = await tryToSignIn(email, password, sharedBaseUrl(), { headers: headers() });
      expect([refused.response.status, await refused.response.json(), refused.cookies]).toEqual([
        403,
        expect.objectContaining({ code: "CROSS_ORIGIN" }),
        [],
      ]);
      const start = await session.fetch("/api/auth/csrf");
      const { csrfToken } = (await start.json()) as { csrfToken: string };
      const Cookie = [session.headers.Cookie, ...start.headers.getSetCookie().map((line) => line.split(";")[0])].join(
        "; ",
      );
      const signOut = (more: Record<string, string>) =>
        fetch(`${sharedBaseUrl()}/api/auth/signout`, {
          method: "POST",
          headers: { Cookie, ...more },
          body: new URLSearchParams({ csrfToken, json: "true" }),
        });
      expect((await signOut(headers())).status).toBe(403);
      expect(await session.call(listEntries)).toEqual([]);
      expect((await signOut({ "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
      expect((await session.fetch("/api/entries")).status).toBe(401);
    },
  );

  test.each<[says: string, headers: Record<string, string>]>([
    ["nothing, as scripts do", {}],
    ["that it is this site", { "Sec-Fetch-Site": "same-origin" }],
    ["our own Origin", { Origin: sharedBaseUrl() }],
  ])("that say %s sign in", async (_, headers) => {
    const { email } = await aUser();
    expect((await tryToSignIn(email, password, sharedBaseUrl(), { headers })).response.status).toBe(200);
  });
});

test("every operation refuses to let another site read, if the browser says so", async () => {
  const reading = contracts.filter(({ method, access }) => method === "GET" && access !== "public");
  expect(reading.length).toBeGreaterThanOrEqual(10);
  for (const site of ["cross-site", "same-site"]) {
    const { elsewhere } = await cookieWith({ "Sec-Fetch-Site": site });
    for (const { path } of reading)
      expect(await send(elsewhere, "GET", `/api${path.replace(/\{\w+\}/g, missingId)}`)).toMatchObject({
        status: 403,
        json: { code: "CROSS_ORIGIN" },
      });
  }
});

test("reading needs no Origin header, and no other site may see the response", async () => {
  const { elsewhere } = await cookieWith({ Origin: "https://evil.example" });
  const response = await elsewhere.fetch("/api/entries");
  expect([
    response.status,
    response.headers.get("Access-Control-Allow-Origin"),
    response.headers.get("Cross-Origin-Resource-Policy"),
  ]).toEqual([200, null, "same-origin"]);
});

test("a preflight from another site is granted nothing", async () => {
  const { elsewhere } = await cookieWith({ Origin: "https://evil.example" });
  const response = await elsewhere.fetch("/api/entries", {
    method: "OPTIONS",
    headers: { "Access-Control-Request-Method": "POST" },
  });
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
});
