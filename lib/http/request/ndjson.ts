import { wanted } from "./media-type";

/**
 * Whether a client wants one line of JSON for each item (https://github.com/ndjson/ndjson-spec) rather than a list. Who
 * wants both alike gets lines if they name them.
 */
export function asksForLines(accept: string | null): boolean {
  const lines = wanted(accept, "application/x-ndjson");
  const list = wanted(accept, "application/json");
  return lines.weight > list.weight || (lines.named && lines.weight > 0 && lines.weight === list.weight);
}
