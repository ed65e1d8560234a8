import routes, { nextAuthRoute, pageFacts } from "virtual:api-routes";
import type { RouteHandler } from "../http/route";

export type Match = { handlers: Readonly<Record<string, RouteHandler | undefined>>; params: Record<string, string> };

type Route = { segments: readonly { text: string; parameter: string | null }[]; handlers: Match["handlers"] };

export { nextAuthRoute, pageFacts };

// Fixed paths take precedence over parameters, as in Next.
const fixed = new Map(
  routes
    .filter(({ path }) => !path.includes("["))
    .map(({ path, handlers }): [string, Match] => [path, { handlers, params: {} }]),
);
const withParameters = new Map<string, Route[]>();
for (const { path, handlers } of routes) {
  if (!path.includes("[")) continue;
  const segments = path
    .split("/")
    .slice(1)
    .map((text) => ({ text, parameter: text.startsWith("[") ? text.slice(1, -1) : null }));
  const shape = shapeOf(segments.map(({ text }) => text));
  withParameters.set(shape, [...(withParameters.get(shape) ?? []), { segments, handlers }]);
}

/** The lookup key of a path: its resource's name is never a parameter. */
function shapeOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[1] ?? ""}`;
}

/** A path's handlers and parameters, as Next would find them; null if there are none. */
export function matchRoute(pathname: string): Match | null {
  const match = fixed.get(pathname);
  if (match) return match;
  const segments = pathname.split("/").slice(1);
  for (const { segments: patterns, handlers } of withParameters.get(shapeOf(segments)) ?? []) {
    const params = paramsOf(patterns, segments);
    if (params) return { handlers, params };
  }
  return null;
}

function paramsOf(patterns: Route["segments"], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (let at = 0; at < patterns.length; at += 1) {
    const segment = segments[at] ?? "";
    const { text, parameter } = patterns[at] ?? { text: "", parameter: null };
    if (parameter === null ? text !== segment : segment === "") return null;
    if (parameter !== null) params[parameter] = segment;
  }
  return params;
}

/** A path's methods, for `Allow`. */
export function allowedMethods({ handlers }: Match): string {
  const methods = Object.keys(handlers).filter((method) => /^[A-Z]+$/.test(method));
  return [...methods, ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
