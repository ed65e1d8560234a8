/** What a parameter has in quotes, up to the end if they are not closed: it may contain what separates others. */
const quoted = /"(?:[^"\\]|\\.)*"?/g;
const weightPattern = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/** How much a client wants a media type, from 0 (not at all) to 1, and whether it names that type. */
export type Wanted = { weight: number; named: boolean };

/**
 * Reads it from an Accept header, as in RFC 9110, section 12.5.1: the most specific of the ranges that contain the type
 * decides. Of parameters only the weight counts, since no type here has any. Whoever sends no header takes anything.
 */
export function wanted(accept: string | null, type: string): Wanted {
  const ranges = [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"];
  const weights = new Map<string, number>();
  for (const part of (accept ?? "*/*").replace(quoted, "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.flatMap((parameter) => weightPattern.exec(parameter)?.[1] ?? []).at(0) ?? "1";
    weights.set(range.toLowerCase(), Math.max(weights.get(range.toLowerCase()) ?? 0, Number(weight)));
  }
  const range = ranges.find((range) => weights.has(range));
  return range === undefined ? { weight: 0, named: false } : { weight: weights.get(range) ?? 0, named: range === type };
}
