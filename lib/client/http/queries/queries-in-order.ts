import type { KeyCategory } from "../../../contracts/vault/categories";
import type { TwoFactorToken } from "../../../contracts/vault/two-factor";
import { inNameOrder } from "../../words/name-order";
import { categoriesQuery, twoFactorTokensQuery } from "./queries";

// For lists that show everything, sorted as people sort names; the API sorts by bytes. Separate from the reads
// themselves, so that pages without such a list don't load it.
export const categoriesInOrder = {
  ...categoriesQuery,
  select: (all: KeyCategory[]) => inNameOrder(all, ({ name }) => name),
};
export const twoFactorTokensInOrder = {
  ...twoFactorTokensQuery,
  select: (all: TwoFactorToken[]) => inNameOrder(all, ({ service, accountName }) => `${service}\n${accountName}`),
};
