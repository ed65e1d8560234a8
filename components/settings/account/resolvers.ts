import type { Resolver } from "react-hook-form";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { ChangePassword, UpdateAccount } from "@/lib/contracts/people/account";
import { ChangeEmail } from "@/lib/contracts/people/mail";

export const nameResolver: Resolver<{ name: string | null }, unknown, UpdateAccount> = contractResolver(UpdateAccount);
export const changeEmailResolver: Resolver<ChangeEmail, unknown, ChangeEmail> = contractResolver(ChangeEmail);
export const changePasswordResolver: Resolver<
  { currentPassword: string; newPassword: string },
  unknown,
  ChangePassword
> = contractResolver(
  ChangePassword.refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
    path: ["newPassword"],
    error: "is the current one: choose another",
  }),
);
