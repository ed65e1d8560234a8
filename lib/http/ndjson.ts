const ndjson = "application/x-ndjson";

/** A weight of nothing, which says "not this" (RFC 9110, section 12.4.2). */
const noWeight = /^q=0(?:\.0{0,3})?$/i;

/** Whether a client wants one line of JSON for each item (https://github.com/ndjson/ndjson-spec). */
export const asksForLines = (accept: string | null): boolean =>
  (accept ?? "").split(",").some((range) => {
    const [type, ...parameters] = range.split(";").map((part) => part.trim());
    return type?.toLowerCase() === ndjson && !parameters.some((parameter) => noWeight.test(parameter));
  });
