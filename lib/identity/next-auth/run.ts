import type { NextAuthOptions } from "next-auth";
import { nextAuthPackage } from "./package";

/**
 * Lets next-auth answer a request; `path` are the parts of its address after `/api/auth`. next-auth's handler for routes
 * takes headers and cookies from Next, which this process never loads, so this uses its other one, for Node's requests.
 */
export async function runNextAuth(
  request: Request,
  path: readonly string[],
  options: NextAuthOptions,
): Promise<Response> {
  const headers = new Headers();
  let status = 200;
  let body: string | null = null;
  const response = {
    status: (code: number) => ((status = code), response),
    getHeader: (name: string) => (name === "Set-Cookie" ? headers.getSetCookie() : (headers.get(name) ?? undefined)),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name);
      for (const line of [value].flat()) headers.append(name, line);
      return response;
    },
    json: (value: unknown) => response.setHeader("Content-Type", "application/json").send(value),
    send(value: unknown) {
      if (value !== undefined) body = typeof value === "string" ? value : JSON.stringify(value);
    },
    end: () => {},
  };
  const asNode = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: cookiesOf(request),
    query: { ...Object.fromEntries(new URL(request.url).searchParams), nextauth: path },
    ...(request.method === "POST" ? { body: Object.fromEntries(new URLSearchParams(await request.text())) } : {}),
  };
  await (nextAuthPackage().NextAuth as (...given: unknown[]) => Promise<void>)(asNode, response, options);
  return new Response(body, { status, headers });
}

/** Decoded; one that can't be is left out. */
function cookiesOf(request: Request): Record<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    try {
      return at < 0 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(pairs);
}
