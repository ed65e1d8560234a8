import type { BoundEnvironment } from "../contracts/access/grants";
import { type Bounds, boundsOf } from "./bounds";

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

type Parsed = { readonly key: KeyBounds; readonly reach: Bounds | null };

const unlimited: Parsed = { key: none, reach: null };
/** There are few different ones, and each request needs one. */
const parsed = new Map<string, Parsed>();
const parsedMax = 1_000;

/** The column's text comes from `storedKeyBounds`: the row's MAC covers it. */
export function readKeyBounds(stored: string | null): Parsed {
  if (stored === null) return unlimited;
  const known = parsed.get(stored);
  if (known) return known;
  const key: KeyBounds = { ...none, ...(JSON.parse(stored) as Partial<KeyBounds>) };
  const bounds: Parsed = { key, reach: boundsOf(key) };
  if (parsed.size < parsedMax) parsed.set(stored, bounds);
  return bounds;
}
