import { isUnresolved } from "@/lib/client/words/unresolved-link";
import type { VariableLink } from "@/lib/contracts/vault/references";

export type LinkedState = VariableLink["state"] | "unresolved";

const stateOf = (link: VariableLink): LinkedState => (isUnresolved(link) ? "unresolved" : link.state);

/**
 * How many variables of a file are in each state. One that is set twice is one variable, and its last line counts, but
 * for a link that can't be resolved: on whatever line, it keeps the whole file from being resolved.
 */
export function statesOf(links: readonly VariableLink[]): ReadonlyMap<LinkedState, number> {
  const states = new Map<string, LinkedState>();
  for (const link of links) if (states.get(link.name) !== "unresolved") states.set(link.name, stateOf(link));
  const counts = new Map<LinkedState, number>();
  for (const state of states.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
