import routes from "virtual:api-routes";
import type { RouteHandler } from "../http/route";

export type Match = { handlers: Readonly<Record<string, RouteHandler | undefined>>; params: Record<string, string> };

type Route = { segments: readonly string[]; handlers: Match["handlers"] };

// NextAuth's catch-all needs Next's request context and goes there; ours of unknown paths is answered here.
const table: readonly Route[] = routes
  .filter(({ path }) => !path.includes("[..."))
  .map(({ path, handlers }) => ({ segments: path.split("/").slice(1), handlers }))
  // Fixed segments win over parameters, as in Next.
  .sort((left, right) => Number(left.segments.some(isParameter)) - Number(right.segments.some(isParameter)));

function isParameter(segment: string): boolean {
  return segment.startsWith("[");
}

/** The handlers of a path and its parameters, as Next would find them; null when there are none. */
export function matchRoute(pathname: string): Match | null {
  const segments = pathname.split("/").slice(1);
  for (const route of table) {
    if (route.segments.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = route.segments.every((pattern, index) => {
      const segment = segments[index] ?? "";
      if (!isParameter(pattern)) return pattern === segment;
      params[pattern.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { handlers: route.handlers, params };
  }
  return null;
}

/** The methods that a path answers, for `Allow`. */
export function allowedMethods({ handlers }: Match): string {
  const methods = Object.keys(handlers).filter((method) => /^[A-Z]+$/.test(method));
  return [...methods, ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
