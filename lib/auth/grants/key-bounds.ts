import type { BoundEnvironment } from "../../contracts/access/grants";
import { type Scope, scopes as allScopes } from "../../contracts/access/scopes";
import { type Bounds, boundsOf, sortedEnvironments } from "./bounds";

/** Everything that an access key is limited to. */
export type KeyBounds = {
  readonly projects: readonly string[] | null;
  readonly environments: readonly BoundEnvironment[] | null;
  readonly addresses: readonly string[] | null;
  readonly revealsPerDay: number | null;
  readonly canary: boolean;
};

const none: KeyBounds = { projects: null, environments: null, addresses: null, revealsPerDay: null, canary: false };

/** As the column has them: JSON of what is limited, in one order; null where nothing is. */
export function storedKeyBounds(bounds: KeyBounds): string | null {
  const { projects, environments, addresses, revealsPerDay, canary } = bounds;
  const limits = {
    ...(projects && { projects }),
    ...(environments && { environments }),
    ...(addresses && { addresses }),
    ...(revealsPerDay !== null && { revealsPerDay }),
    ...(canary && { canary }),
  };
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

const each = <T>(items: readonly T[] | null | undefined): T[] | null => (items ? [...new Set(items)] : null);

/** The column's text for limits as a request gives them: each item once, and the environments in their order. */
export const storedLimits = (given: Optional<KeyBounds>): string | null =>
  storedKeyBounds({
    projects: each(given.projects),
    environments: given.environments ? sortedEnvironments(given.environments) : null,
    addresses: each(given.addresses),
    revealsPerDay: given.revealsPerDay ?? null,
    canary: given.canary ?? false,
  });

/** The column's text for scopes: in one order, each once. */
export const storedScopes = (given: readonly Scope[]): string =>
  allScopes.filter((scope) => given.includes(scope)).join(" ");

type Parsed = { readonly key: KeyBounds; readonly reach: Bounds | null };

const unlimited: Parsed = { key: none, reach: null };
/** By the column's text: there are few different ones, and each request of a limited key needs one. */
const parsed = new Map<string, Parsed>();
/** Parsed, a text takes about three times as many bytes as it has characters, and it has up to 80,000. */
const charactersMax = 4 * 1024 * 1024;
/** About what one takes besides, as characters. */
const eachCharacters = 200;
let characters = 0;

/** The column's text comes from `storedKeyBounds`: the row's MAC covers it. */
export function readKeyBounds(stored: string | null): Parsed {
  if (stored === null) return unlimited;
  const known = parsed.get(stored);
  if (known) return known;
  const key: KeyBounds = { ...none, ...(JSON.parse(stored) as Partial<KeyBounds>) };
  const bounds: Parsed = { key, reach: boundsOf(key) };
  parsed.set(stored, bounds);
  characters += stored.length + eachCharacters;
  for (const oldest of parsed.keys()) {
    if (characters <= charactersMax) break;
    parsed.delete(oldest);
    characters -= oldest.length + eachCharacters;
  }
  return bounds;
}

/** The projects and environments of a column's text, as replies have them. */
export function boundsIn(stored: string | null): {
  projects: string[] | null;
  environments: BoundEnvironment[] | null;
} {
  const { projects, environments } = readKeyBounds(stored).key;
  return { projects: projects && [...projects], environments: environments && [...environments] };
}
