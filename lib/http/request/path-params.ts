import { type ContractSpec, pathParameters } from "../../contracts/contract";
import { AppError } from "../../errors";

/** A route's path parameters, as the router gives them. */
export type PathParams = Record<string, string | string[] | undefined>;

/** A whole number from 1 on, written in one way. No version has more digits. */
const wholeNumber = /^[1-9]\d{0,8}$/;
/** 128 bits in base64url, spelled in the one way in which the last four bits are zero. */
const token = /^[A-Za-z0-9_-]{21}[AQgw]$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id as the vault writes it, or null for what is none. Its letters may be in either case (RFC 9562). */
export const readId = (value: unknown): string | null =>
  typeof value === "string" && uuid.test(value) ? value.toLowerCase() : null;

const readIf = (pattern: RegExp, value: unknown): string | null =>
  typeof value === "string" && pattern.test(value) ? value : null;

/** Reads path parameters. Anything that is not an id or a number gets the same response as what does not exist. */
export function readParams(contract: ContractSpec, params: PathParams): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name of paramNames(contract)) {
    const value = params[name];
    const read = contract.numbers?.includes(name)
      ? readIf(wholeNumber, value)
      : contract.tokens?.includes(name)
        ? readIf(token, value)
        : readId(value);
    if (read === null) throw new AppError(contract.notFoundBy?.[name] ?? contract.notFound ?? "NOT_FOUND");
    result[name] = read;
  }
  return result;
}

const namesOf = new WeakMap<ContractSpec, string[]>();

function paramNames(contract: ContractSpec): string[] {
  let names = namesOf.get(contract);
  if (!names) namesOf.set(contract, (names = pathParameters(contract)));
  return names;
}
