import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Whose session the browser has. */
let signedIn = "ada";
const sent: [path: string, user: string | null][] = [];

beforeEach(() => {
  vi.resetModules();
  sent.length = 0;
  signedIn = "ada";
  vi.stubGlobal("window", { navigator: {}, addEventListener: () => undefined });
  vi.stubGlobal("fetch", (path: string, { headers }: RequestInit) => {
    sent.push([path, new Headers(headers).get("X-Session-User")]);
    const ends = new Date(Date.now() + 60_000).toISOString();
    return Promise.resolve(
      Response.json(
        path.endsWith("/session")
          ? { user: { id: signedIn, email: `${signedIn}@example.com`, name: null }, expires: ends, idleExpires: ends }
          : { data: [] },
      ),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import("@/lib/client/session/session")),
  ...(await import("@/lib/client/http/api")),
});

test("the first session says whose page it is; another user's is not taken for it, and the page's own is still there", async () => {
  const { readOwnSession } = await load();
  expect((await readOwnSession()).id).toBe("ada");
  signedIn = "bob";
  await expect(readOwnSession()).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
  signedIn = "ada";
  expect((await readOwnSession()).id).toBe("ada");
});

test("from then on each request says whose page sends it; before that, and on pages that need no session, none does", async () => {
  const { listEnvProjects, readOwnSession, readSession } = await load();
  await readSession();
  await listEnvProjects({});
  await readOwnSession();
  await listEnvProjects({});
  expect(sent).toEqual([
    ["/api/auth/session", null],
    ["/api/envs", null],
    ["/api/auth/session", null],
    ["/api/envs", "ada"],
  ]);
});
