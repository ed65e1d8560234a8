import { isUnresolved } from "@/lib/client/words/unresolved-link";
import type { VariableLink } from "@/lib/contracts/vault/references";

export type LinkedState = VariableLink["state"] | "unresolved";

const stateOf = (link: VariableLink): LinkedState => (isUnresolved(link) ? "unresolved" : link.state);

/** How many variables of a file are in each state. One that is set twice is one variable, and its last line counts. */
export function statesOf(links: readonly VariableLink[]): ReadonlyMap<LinkedState, number> {
  const last = new Map(links.map((link) => [link.name, stateOf(link)]));
  const counts = new Map<LinkedState, number>();
  for (const state of last.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
