import type { KeyCategory } from "../../contracts/categories";
import type { TwoFactorToken } from "../../contracts/two-factor";
import { inNameOrder } from "../name-order";
import { categoriesQuery, twoFactorTokensQuery } from "./queries";

// For lists that show all: names as people sort them, where the API's order is that of their bytes. Apart from the reads
// themselves, so that pages that show no such list don't bring it.
export const categoriesInOrder = {
  ...categoriesQuery,
  select: (all: KeyCategory[]) => inNameOrder(all, ({ name }) => name),
};
export const twoFactorTokensInOrder = {
  ...twoFactorTokensQuery,
  select: (all: TwoFactorToken[]) => inNameOrder(all, ({ service, accountName }) => `${service}\n${accountName}`),
};
