import { expect, type Page, type Request, test } from "@playwright/test";
import { belongingsOf } from "../../support/rows/belongings";
import { api, signUp } from "../../support/browser/browser-actors";
import { startOtherSite } from "../../support/http/other-site";

let other: Awaited<ReturnType<typeof startOtherSite>>;
test.beforeAll(async () => {
  other = await startOtherSite();
});
test.afterAll(() => other.end());

// To a browser, the vault at localhost and a page at 127.0.0.1 are two sites. A page at another port of localhost is
// the same site, and its requests carry the vault's cookies.
const attackers = [
  { name: "another site", host: "127.0.0.1", cookiesCome: false },
  { name: "a neighbour on the vault's own host", host: "localhost", cookiesCome: true },
];

type Target = { method: string; path: string; body?: object };

/** What an attacker would want to do or read. The user may do all of it. */
function targetsOf(ids: Awaited<ReturnType<typeof belongingsOf>>["ids"]): Target[] {
  const [entry, category, project, file, key] = [
    ids.ENTRY_NOT_FOUND,
    ids.CATEGORY_NOT_FOUND,
    ids.ENV_PROJECT_NOT_FOUND,
    ids.ENV_FILE_NOT_FOUND,
    ids.ACCESS_KEY_NOT_FOUND,
  ];
  return [
    { method: "POST", path: "/api/categories", body: { name: "stolen", keyType: "json" } },
    { method: "POST", path: "/api/entries", body: { categoryId: category?.id, name: "stolen", value: "x" } },
    { method: "POST", path: "/api/access-keys", body: { name: "stolen", scopes: ["export:read"] } },
    { method: "POST", path: `/api/entries/${entry?.id}/reveal` },
    { method: "POST", path: `/api/envs/${project?.id}/files`, body: { fileType: "env", content: "STOLEN=1" } },
    { method: "POST", path: `/api/envs/${project?.id}/files/${file?.fileId}/reveal` },
    { method: "POST", path: "/api/import", body: { text: "STOLEN=1", project: "stolen" } },
    { method: "POST", path: "/api/auth/signout", body: { csrfToken: "x" } },
    { method: "PUT", path: `/api/entries/${entry?.id}`, body: { name: "stolen" } },
    { method: "PUT", path: "/api/account/password", body: { newPassword: "not-a-real-password-either" } },
    { method: "DELETE", path: `/api/entries/${entry?.id}` },
    { method: "DELETE", path: `/api/access-keys/${key?.id}` },
    { method: "DELETE", path: "/api/account" },
  ];
}
const readable = ["/api/entries", "/api/export", "/api/stats", "/api/auth/session", "/api/auth/csrf", "/vault", "/"];

for (const { name, host, cookiesCome } of attackers) {
  test.describe(name, () => {
    /** A signed-in user with one of everything, who then opens the attacker's page. */
    const aVictim = async (page: Page) => {
      await signUp(page);
      const { ids, look } = await belongingsOf(api(page), "victim");
      const before = await look();
      const vault = String(process.env.VAULT_TEST_URL);
      const sent: Request[] = [];
      page.context().on("request", (request) => request.url().startsWith(vault) && sent.push(request));
      await page.goto(`http://${host}:${other.port}/`);
      const nothingHappened = async () => expect(await look()).toEqual(before);
      return { vault, targets: targetsOf(ids), sent, nothingHappened };
    };

    test("can write nothing through forms of any encoding, into a frame or a window", async ({ page }) => {
      const { vault, targets, sent, nothingHappened } = await aVictim(page);
      const posts = targets.filter(({ method }) => method === "POST");
      for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        for (const { path, body } of enctype === "text/plain" ? posts : posts.slice(2, 4)) {
          const arrived = page.waitForResponse(
            (response) => response.url() === vault + path && response.request().method() === "POST",
          );
          await page.evaluate(
            ({ action, enctype, body }) => {
              const frame = Object.assign(document.createElement("iframe"), { name: `frame${document.forms.length}` });
              const form = Object.assign(document.createElement("form"), {
                method: "POST",
                action,
                enctype,
                target: frame.name,
              });
              // The form's "=" falls inside a string, so that a text/plain body is JSON.
              const [field, value] =
                enctype === "text/plain"
                  ? [`${JSON.stringify(body).slice(0, -1)},"x":"`, '"}']
                  : (Object.entries(body)[0] ?? ["x", "1"]);
              form.append(Object.assign(document.createElement("input"), { name: field, value: String(value) }));
              document.body.append(frame, form);
              form.submit();
            },
            { action: vault + path, enctype, body: body ?? {} },
          );
          // NextAuth responds to a wrong token with a redirect to its own page, and signs nobody out.
          expect({ path, refused: (await arrived).status() >= 400 || path === "/api/auth/signout" }).toEqual({
            path,
            refused: true,
          });
        }
      }
      // The attack is real: its requests left the browser, with or without the session.
      const cookies = await Promise.all(sent.map(async (request) => (await request.allHeaders()).cookie ?? ""));
      expect(cookies.some((cookie) => cookie.includes("session-token="))).toBe(cookiesCome);

      // As a top-level page, where a GET would carry Lax cookies.
      const [window] = await Promise.all([
        page.waitForEvent("popup"),
        page.evaluate((action) => {
          const form = Object.assign(document.createElement("form"), { method: "POST", action, target: "_blank" });
          document.body.append(form);
          form.submit();
        }, `${vault}${posts[3]?.path}`),
      ]);
      await window.waitForLoadState();
      expect(await window.locator("body").innerText()).not.toContain("value-victim");
      await nothingHappened();
    });

    test("can write and read nothing with fetch or beacon, in any mode", async ({ page }) => {
      const { vault, targets, sent, nothingHappened } = await aVictim(page);
      const got = await page.evaluate(
        async ({ vault, targets, readable }) => {
          const read: string[] = [];
          const attempt = async (label: string, url: string, init: RequestInit) => {
            try {
              const response = await fetch(url, { credentials: "include", ...init });
              const text = await response.text();
              if (response.type !== "opaque" || text !== "") read.push(label);
            } catch {
              // A request that the browser refuses is an exception to the page.
            }
          };
          for (const { method, path, body } of targets) {
            const content = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
            await attempt(`cors ${path}`, vault + path, {
              ...content,
              mode: "cors",
              headers: { "Content-Type": "application/json" },
            });
            await attempt(`cors plain ${path}`, vault + path, { ...content, mode: "cors" });
            if (method === "POST") await attempt(`no-cors ${path}`, vault + path, { ...content, mode: "no-cors" });
            navigator.sendBeacon(vault + path, new Blob([JSON.stringify(body ?? {})], { type: "text/plain" }));
          }
          for (const path of readable)
            for (const mode of ["cors", "no-cors"] as const)
              await attempt(`${mode} GET ${path}`, vault + path, { mode });
          return read;
        },
        { vault, targets, readable },
      );
      expect(got).toEqual([]);
      expect(sent.length).toBeGreaterThan(targets.length * 2 + readable.length);
      await nothingHappened();
    });

    test("can read nothing through frames, elements or windows", async ({ page }) => {
      const { vault, nothingHappened } = await aVictim(page);
      const seen = await page.evaluate(
        async ({ vault, readable }) => {
          const loaded: string[] = [];
          const settle = (element: HTMLElement, label: string) =>
            new Promise<void>((resolve) => {
              element.onload = () => (loaded.push(label), resolve());
              element.onerror = () => resolve();
              document.body.append(element);
            });
          for (const path of readable) {
            await settle(Object.assign(document.createElement("script"), { src: vault + path }), `script ${path}`);
            await settle(Object.assign(document.createElement("img"), { src: vault + path }), `img ${path}`);
            await settle(
              Object.assign(document.createElement("link"), { rel: "stylesheet", href: vault + path }),
              `stylesheet ${path}`,
            );
          }
          return loaded;
        },
        { vault, readable },
      );
      expect(seen).toEqual([]);

      // An export is always a download, so nothing loads.
      const framed = readable.filter((path) => path !== "/api/export");
      for (const path of framed) {
        await page.evaluate(
          (src) =>
            new Promise((resolve) => {
              const frame = Object.assign(document.createElement("iframe"), { src, onload: resolve });
              document.body.append(frame);
            }),
          vault + path,
        );
      }
      // A refused frame shows the browser's own error page.
      const inside = await Promise.all(
        page
          .frames()
          .slice(1)
          .map(async (frame) => ({
            url: frame.url(),
            text: await frame
              .locator("body")
              .innerText()
              .catch(() => ""),
          })),
      );
      expect(inside.length).toBeGreaterThanOrEqual(framed.length);
      expect(inside.filter(({ url, text }) => url.startsWith(vault) || text.includes("victim"))).toEqual([]);

      const [window] = await Promise.all([
        page.waitForEvent("popup"),
        page.evaluate((url) => void Object.assign(globalThis, { held: open(url) }), `${vault}/vault`),
      ]);
      await expect(window.getByRole("heading", { name: "Vault", level: 1 })).toBeVisible();
      // The vault's page is in its own browsing context group, so it looks closed to the page that opened it.
      expect(await page.evaluate(() => (globalThis as unknown as { held: Window }).held.closed)).toBe(true);
      expect(await window.evaluate(() => opener === null)).toBe(true);
      await nothingHappened();
    });
  });
}
