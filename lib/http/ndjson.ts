const ndjson = "application/x-ndjson";

/** Whether a client wants one line of JSON for each item (https://github.com/ndjson/ndjson-spec). */
export const asksForLines = (accept: string | null): boolean =>
  (accept ?? "").split(",").some((range) => range.split(";")[0]?.trim().toLowerCase() === ndjson);
