import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { aUser, aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { exchange, type RawAnswer, requestBytes } from "../../../support/http/raw-http";
import { projectRoot } from "../../../support/vaults/server";

const get = (target: string, headers: Record<string, string> = {}) =>
  exchange(sharedBaseUrl(), requestBytes("GET", target, headers));
const scriptsOf = (html: string) => html.match(/<script\b[^>]*>/g) ?? [];
const nonceOf = ({ header }: RawAnswer) => /'nonce-([^']+)'/.exec(header("content-security-policy") ?? "")?.[1] ?? "";

const signedInPages = [
  "/",
  "/vault",
  "/projects",
  "/projects/billing",
  "/2fa",
  "/envs",
  "/access-keys",
  "/import",
  "/settings",
];
const openPages = ["/login", "/register", "/docs", "/share/AQIDBAUGBwgJCgsMDQ4PEA"];

describe("scripts", () => {
  test("have another nonce in each of 100 loads, and every script of a page carries its page's nonce", async () => {
    const { session } = await aUser();
    const nonces = new Set<string>();
    for (let load = 0; load < 100; load += 1) {
      const answer = await get(
        (load % 10 === 0 ? signedInPages[(load / 10) % 7] : openPages[load % 2]) ?? "/docs",
        session.headers,
      );
      const nonce = nonceOf(answer);
      expect(Buffer.from(nonce, "base64")).toHaveLength(18);
      nonces.add(nonce);
      expect(scriptsOf(answer.body).length).toBeGreaterThan(3);
      expect(
        [...scriptsOf(answer.body), ...(answer.body.match(/<style\b[^>]*>/g) ?? [])].filter(
          (tag) => !tag.includes(`nonce="${nonce}"`),
        ),
      ).toEqual([]);
    }
    expect(nonces.size).toBe(100);
  });

  test("run only with the nonce, and nothing else on a page can run, frame or rebase it", async () => {
    const { session } = await aUser();
    for (const target of [...openPages, ...signedInPages, "/no-such-page"]) {
      const policy = new Map(
        (await get(target, session.headers))
          .header("content-security-policy")
          ?.split("; ")
          .map((part) => [part.split(" ", 1)[0], part]),
      );
      expect({ target, script: policy.get("script-src") }).toEqual({
        target,
        script: expect.stringMatching(/^script-src 'self' 'nonce-[^']+' 'strict-dynamic'$/),
      });
      expect(policy.get("style-src")).toMatch(/^style-src 'self' 'nonce-[^']+'$/);
      expect(["object-src", "base-uri", "frame-ancestors", "form-action"].map((name) => policy.get(name))).toEqual([
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]);
    }
  });

  test("are served without source maps", async () => {
    const files = readdirSync(path.join(projectRoot, ".next/static"), { recursive: true }).map(String);
    const scripts = files.filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(10);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    expect(
      scripts.filter((file) =>
        readFileSync(path.join(projectRoot, ".next/static", file), "utf8").includes("sourceMappingURL="),
      ),
    ).toEqual([]);
    for (const file of scripts.slice(0, 3)) expect((await get(`/_next/static/${file}.map`)).status).toBe(404);
  });
});

describe("headers", () => {
  const securityHeaders = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringMatching(/^camera=\(self\), microphone=\(\)/),
    "content-security-policy": expect.stringMatching(/^default-src '(self|none)'.*frame-ancestors 'none'/),
    "x-powered-by": undefined,
    server: undefined,
  };
  const shown = ({ header }: RawAnswer) =>
    Object.fromEntries(Object.keys(securityHeaders).map((name) => [name, header(name)]));

  test("for protection are on every response: pages, redirects, files, the API, its errors, and replies to invalid HTTP", async () => {
    const { session } = await aUser();
    const script = /src="(\/_next\/static\/[^"]+)"/.exec((await get("/login")).body)?.[1] ?? "";
    const open = [
      ...openPages,
      ...signedInPages,
      "/favicon.ico",
      "/icon.svg",
      "/icons/stripe",
      "/icons/none",
      "/swagger-ui/swagger-ui.css",
      "/share-page/open.js",
      script,
      "/_next/static/none.js",
      "/api/auth/csrf",
      "/api/auth/providers",
      "/api/auth/none",
      "/api/stats",
      "/api/openapi",
      "/api/none",
      "/healthz",
      "/readyz",
      "/metrics",
      "/%ff",
      "/../x",
    ];
    for (const target of open) expect({ target, ...shown(await get(target)) }).toEqual({ target, ...securityHeaders });
    for (const target of [...signedInPages, "/no-such-page", "/api/stats", "/api/auth/session", "/api/entries/none"])
      expect({ target, ...shown(await get(target, session.headers)) }).toEqual({ target, ...securityHeaders });
    for (const method of ["POST", "PUT", "TRACE", "OPTIONS"])
      expect({ method, ...shown(await exchange(sharedBaseUrl(), requestBytes(method, "/login"))) }).toEqual({
        method,
        ...securityHeaders,
      });
    for (const bytes of ["garbage\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"])
      expect(shown(await exchange(sharedBaseUrl(), bytes))).toEqual(securityHeaders);
  });

  test("name the charset of all text: pages, their data, scripts, styles, icons and errors", async () => {
    const { session } = await aUser();
    const script = /src="(\/_next\/static\/[^"]+)"/.exec((await get("/login")).body)?.[1] ?? "";
    const answers = await Promise.all([
      ...[
        ...openPages,
        "/favicon.ico",
        "/icon.svg",
        "/icons/stripe",
        "/icons/none",
        "/swagger-ui/swagger-ui.css",
        "/swagger-ui/swagger-ui-bundle.js",
        script,
        "/_next/static/none.js",
        "/no-such-page",
        "/api/export",
        "/%ff",
        "/healthz",
      ].map(async (target) => [target, await get(target, session.headers)] as const),
      // Next redirects a page's data to a URL of its own.
      [
        "RSC",
        await get((await get("/vault", { ...session.headers, RSC: "1" })).header("location") ?? "", {
          ...session.headers,
          RSC: "1",
        }),
      ] as const,
    ]);
    const types = answers
      .map(([target, { header }]) => [target, header("content-type") ?? ""] as const)
      .filter(([, type]) => !/^(application\/json$|image\/x-icon)/.test(type));
    expect(types.length).toBeGreaterThan(10);
    expect(types.filter(([, type]) => !/; ?charset=utf-8$/i.test(type))).toEqual([]);
  });

  test("keep every page and every API response out of caches", async () => {
    const { session } = await aUser();
    for (const target of [
      ...openPages,
      ...signedInPages,
      "/no-such-page",
      "/api/auth/session",
      "/api/auth/csrf",
      "/api/categories",
      "/api/none",
    ]) {
      for (const headers of [{}, session.headers])
        expect({ target, cache: (await get(target, headers)).header("cache-control") }).toEqual({
          target,
          cache: expect.stringContaining("no-store"),
        });
    }
  });

  test("bind a browser to TLS if it came over TLS, and only then", async () => {
    for (const target of ["/login", "/", "/api/stats", "/api/auth/csrf", "/icons/stripe", "/healthz"]) {
      const secure = await get(target, { "X-Forwarded-Proto": "https" });
      expect([
        target,
        secure.header("strict-transport-security"),
        (await get(target)).header("strict-transport-security"),
      ]).toEqual([target, "max-age=31536000; includeSubDomains", undefined]);
    }
  });
});

test("no folder is listed, and no source code or history is served", async () => {
  const { session } = await aUser();
  for (const target of [
    "/_next/",
    "/_next/static/",
    "/_next/static/chunks/",
    "/swagger-ui/",
    "/swagger-ui",
    "/icons/",
    "/.git/HEAD",
    "/.git/config",
    "/.env",
    "/package.json",
    "/lib/env.ts",
    "/data/vault.db",
    "/prisma/schema.prisma",
  ]) {
    const { status, body } = await get(target, session.headers);
    // Next redirects a path with a slash at its end to the one without, which is not a folder either.
    expect([target, [308, 404].includes(status) || target === "/icons/"]).toEqual([target, true]);
    expect([target, /Index of|\[core\]|ref: refs|"dependencies"|datasource/.test(body)]).toEqual([target, false]);
  }
});

describe("what a request claims about itself", () => {
  const claims: Record<string, string>[] = [
    {
      "x-nonce": "chosen",
      "Content-Security-Policy": "script-src 'nonce-chosen'",
      "Content-Security-Policy-Report-Only": "script-src 'nonce-chosen'",
    },
    {
      "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
      "x-middleware-subrequest-id": "1",
    },
    { "x-middleware-rewrite": "/login", "x-middleware-next": "1", "x-middleware-override-headers": "cookie" },
    { "Next-Action": "0123456789abcdef", "Next-Router-State-Tree": "%5B%22%22%5D" },
    { "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "PUT", "X-Method-Override": "POST" },
    { "x-matched-path": "/login", "x-invoke-path": "/login", "x-invoke-status": "500", "x-now-route-matches": "1=x" },
    { "x-nextjs-data": "1", "x-prerender-revalidate": "x", "x-vercel-id": "x" },
  ];
  const comparable = ({ status, header, body }: RawAnswer) => ({
    status,
    type: header("content-type"),
    location: header("location"),
    cache: header("cache-control"),
    policy: header("content-security-policy")?.replace(/nonce-[^']+/g, "nonce"),
    scripts: scriptsOf(body).length,
  });

  test.for(claims)(
    "%o changes no page, signed in or not, and its nonce is never the one that was sent",
    async (headers) => {
      const { session } = await aUser();
      for (const target of ["/login", "/vault"]) {
        for (const credentials of [{}, session.headers]) {
          const claimed = await get(target, { ...credentials, ...headers });
          expect({ target, ...comparable(claimed) }).toEqual({ target, ...comparable(await get(target, credentials)) });
          expect(claimed.body + claimed.head).not.toContain("nonce-chosen");
          expect(claimed.body).not.toContain('nonce="chosen"');
        }
      }
    },
  );

  test("RSC gives a stranger no page's content, and a user only their own", async () => {
    const { session } = await aUser();
    expect((await get("/vault", { RSC: "1" })).status).toBe(307);
    const headers = { ...session.headers, RSC: "1", "x-nonce": "chosen" };
    // Next first redirects to the URL with which a cache could tell such a response from the page.
    const { header } = await get("/vault", headers);
    const answer = await get(header("location") ?? "", headers);
    expect([answer.status, answer.header("content-type"), answer.header("cache-control")]).toEqual([
      200,
      "text/x-component; charset=utf-8",
      expect.stringContaining("no-store"),
    ]);
    expect(answer.head + answer.body).not.toContain("chosen");
  });
});

describe("Next's other features", () => {
  test("there is no server action to call, and pages accept no body", async () => {
    const { node, edge } = JSON.parse(
      readFileSync(path.join(projectRoot, ".next/server/server-reference-manifest.json"), "utf8"),
    ) as { node: object; edge: object };
    expect([node, edge]).toEqual([{}, {}]);
    const { session } = await aUser();
    for (const target of ["/", "/vault", "/settings"]) {
      expect(
        (
          await exchange(
            sharedBaseUrl(),
            requestBytes(
              "POST",
              target,
              { ...session.headers, "Next-Action": "0123456789abcdef", "Content-Type": "text/plain" },
              "[]",
            ),
          )
        ).status,
      ).toBe(405);
    }
  });

  test("there is no image optimiser that fetches for others, whoever asks", async () => {
    const { session, key } = await aUserWithKey();
    for (const url of ["%2Ficon.svg", "http%3A%2F%2F127.0.0.1%3A1%2F", "%2Fapi%2Fstats"]) {
      const target = `/_next/image?url=${url}&w=64&q=75`;
      expect((await get(target, session.headers)).status).toBe(404);
      for (const headers of [{}, key.headers]) expect([307, 404]).toContain((await get(target, headers)).status);
    }
  });

  test("no configuration rewrites or redirects anything", () => {
    const { rewrites, redirects, headers } = JSON.parse(
      readFileSync(path.join(projectRoot, ".next/routes-manifest.json"), "utf8"),
    ) as { rewrites: unknown; redirects: { internal?: boolean }[]; headers: unknown[] };
    expect([rewrites, redirects.filter(({ internal }) => !internal), headers]).toEqual([
      { beforeFiles: [], afterFiles: [], fallback: [] },
      [],
      [],
    ]);
  });
});
