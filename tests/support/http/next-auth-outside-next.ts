import type NextAuth from "next-auth";
import type { NextAuthOptions } from "next-auth";

type Handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>;

/**
 * The real next-auth for a test without Next. Its route handler asks Next for the request's headers and cookies, so
 * this uses its other form, for Node's requests, and turns the output into a Web response. For `vi.mock("next-auth")`.
 */
export function outsideNext({ default: nextAuth }: { default: typeof NextAuth }): {
  default: (options: NextAuthOptions) => Handler;
} {
  return {
    default: (options) => async (request, context) => {
      const headers = new Headers();
      let status = 200;
      let body: string | null = null;
      const response = {
        status: (code: number) => ((status = code), response),
        getHeader: (name: string) =>
          name === "Set-Cookie" ? headers.getSetCookie() : (headers.get(name) ?? undefined),
        setHeader(name: string, value: string | string[]) {
          headers.delete(name);
          for (const line of [value].flat()) headers.append(name, line);
          return response;
        },
        json: (value: unknown) => response.setHeader("Content-Type", "application/json").send(JSON.stringify(value)),
        send: (value: unknown) => void (body = typeof value === "string" ? value : JSON.stringify(value)),
        end: () => {},
      };
      const pairs = (request.headers.get("cookie") ?? "")
        .split(/; */)
        .map((pair) => [pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1))]);
      const { searchParams } = new URL(request.url);
      const asNode = {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        cookies: Object.fromEntries(pairs) as Record<string, string>,
        query: { ...Object.fromEntries(searchParams), ...(await context.params) },
        ...(request.method === "POST" ? { body: Object.fromEntries(new URLSearchParams(await request.text())) } : {}),
      };
      await (nextAuth as (...given: unknown[]) => Promise<void>)(asNode, response, options);
      return new Response(body, { status, headers });
    },
  };
}
