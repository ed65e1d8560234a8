import type { Resolver } from "react-hook-form";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { CreateTwoFactorToken, UpdateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import type { TokenFieldValues } from "./token-values";

const whenEmpty = {
  service: "Enter a service",
  accountName: "Enter an account name",
  secret: "Enter a secret or a link",
};

// Both forms have the same fields.
export const createTokenResolver: Resolver<TokenFieldValues, unknown, CreateTwoFactorToken> = contractResolver(
  CreateTwoFactorToken,
  whenEmpty,
);
export const updateTokenResolver: Resolver<TokenFieldValues, unknown, UpdateTwoFactorToken> = contractResolver(
  UpdateTwoFactorToken,
  whenEmpty,
);
