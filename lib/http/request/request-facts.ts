import { randomUUID } from "node:crypto";
import { factsOf } from "../../auth/activity/activity";
import type { RequestFacts } from "../../auth/caller";

/** The facts of a request that no contract serves, with an id of its own. */
export const newRequestFacts = ({ headers }: { headers: { get(name: string): string | null } }): RequestFacts =>
  factsOf(randomUUID(), (name) => headers.get(name));
