import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { CreateTwoFactorToken, UpdateTwoFactorToken } from "@/lib/contracts/two-factor";
import type { TokenFieldValues } from "./token-fields";

// Both forms have the same fields; the schemas also allow what a client sends back, which no form has.
export const createTokenResolver = zodResolver(CreateTwoFactorToken) as unknown as Resolver<TokenFieldValues, unknown, CreateTwoFactorToken>;
export const updateTokenResolver = zodResolver(UpdateTwoFactorToken) as unknown as Resolver<TokenFieldValues, unknown, UpdateTwoFactorToken>;
