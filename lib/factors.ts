/** The second factors that an account may have. */
export type Factor = "code" | "passkey";
const factors: readonly Factor[] = ["code", "passkey"];

/** The form in the account's row: separated by spaces, in this list's order. */
export const writeFactors = (has: ReadonlySet<Factor>): string => factors.filter((factor) => has.has(factor)).join(" ");
export const readFactors = (stored: string): Set<Factor> =>
  new Set(factors.filter((factor) => stored.split(" ").includes(factor)));
