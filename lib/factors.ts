/** The second factors that an account may have. */
export type Factor = "code" | "passkey";
const factors: readonly Factor[] = ["code", "passkey"];

/** As the account's row keeps them: separated by spaces, in the order of the one list. */
export const writeFactors = (has: ReadonlySet<Factor>): string => factors.filter((factor) => has.has(factor)).join(" ");
export const readFactors = (stored: string): Set<Factor> =>
  new Set(factors.filter((factor) => stored.split(" ").includes(factor)));
