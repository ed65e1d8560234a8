import type { ContractSpec } from "../../contracts/contract";
import type { Precondition, PreconditionHeader } from "../../contracts/precondition";
import { invalidField } from "../../errors";
import type { ApiRequest } from "../types";

/** An entity tag at this position, up to the next comma or the end (RFC 9110, 8.8.3 and 5.6.1). */
const element = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** A version as the entity tag of an answer. */
export const versionTag = (version: number): string => `"${version}"`;

/** A version in an entity tag; it fits an INTEGER in every database. */
const versionPattern = /^[1-9]\d{0,8}$/;

/** Reads the contract's preconditions; undefined if it has none. Throws a 400 for a malformed header. */
export function readPrecondition(
  contract: ContractSpec,
  { headers }: Pick<ApiRequest, "headers">,
): Precondition | undefined {
  if (!contract.conditional) return undefined;
  const given = (name: PreconditionHeader) =>
    contract.conditional?.includes(name) ? headers.get(name.toLowerCase()) : null;
  const [ifMatch, ifNoneMatch] = [given("If-Match"), given("If-None-Match")];
  if (ifNoneMatch !== null && ifNoneMatch !== "*")
    throw invalidField("If-None-Match", "must be * here, which means: only if there is none yet");
  return {
    ifMatch: ifMatch === null ? undefined : ifMatch === "*" ? "*" : versionsIn(ifMatch),
    ifNoneMatch: ifNoneMatch === null ? undefined : "*",
  };
}

/** Weak tags, and tags that are not versions, are valid but match nothing. */
function versionsIn(ifMatch: string): number[] {
  const versions = new Set<number>();
  let tags = 0;
  for (element.lastIndex = 0; element.lastIndex < ifMatch.length;) {
    const found = element.exec(ifMatch);
    if (!found) throw malformed();
    const [, weak, tag] = found;
    if (tag === undefined) continue;
    tags += 1;
    if (weak === undefined && versionPattern.test(tag)) versions.add(Number(tag));
  }
  if (tags === 0) throw malformed();
  return [...versions];
}

const malformed = () => invalidField("If-Match", 'must be *, or versions in double quotes as in the ETag, such as "3"');
