import routes from "virtual:api-routes";
import type { RouteHandler } from "../http/route";

export type Match = { handlers: Readonly<Record<string, RouteHandler | undefined>>; params: Record<string, string> };

type Route = { path: string; segments: readonly string[]; handlers: Match["handlers"] };

// NextAuth's catch-all needs Next's request context and goes there; ours of unknown paths is answered here.
const table: readonly Route[] = routes
  .filter(({ path }) => !path.includes("[..."))
  .map(({ path, handlers }) => ({ path, segments: path.split("/").slice(1), handlers }));

// Fixed paths win over parameters, as in Next.
const fixed = new Map(table.filter(({ path }) => !path.includes("[")).map(({ path, handlers }): [string, Match] => [path, { handlers, params: {} }]));
const withParameters = table.filter(({ path }) => path.includes("["));

/** The handlers of a path and its parameters, as Next would find them; null when there are none. */
export function matchRoute(pathname: string): Match | null {
  const match = fixed.get(pathname);
  if (match) return match;
  const segments = pathname.split("/").slice(1);
  for (const route of withParameters) {
    const params = paramsOf(route, segments);
    if (params) return { handlers: route.handlers, params };
  }
  return null;
}

function paramsOf({ segments: patterns }: Route, segments: readonly string[]): Record<string, string> | null {
  if (patterns.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, pattern] of patterns.entries()) {
    const segment = segments[index] ?? "";
    if (!pattern.startsWith("[")) {
      if (pattern !== segment) return null;
    } else if (segment === "") return null;
    else params[pattern.slice(1, -1)] = segment;
  }
  return params;
}

/** The methods that a path answers, for `Allow`. */
export function allowedMethods({ handlers }: Match): string {
  const methods = Object.keys(handlers).filter((method) => /^[A-Z]+$/.test(method));
  return [...methods, ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
