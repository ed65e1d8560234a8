import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { ChangePassword, UpdateAccount } from "@/lib/contracts/account";

// The schemas also allow what a client sends back, which no form has.
export const nameResolver = zodResolver(UpdateAccount) as unknown as Resolver<{ name: string | null }>;
export const changePasswordResolver = zodResolver(ChangePassword) as unknown as Resolver<{ currentPassword: string; newPassword: string }>;
