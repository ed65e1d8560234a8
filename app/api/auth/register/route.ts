import { register } from "@/lib/contracts/account";
import { route } from "@/lib/http/route";
import * as account from "@/lib/identity/account";

export const POST = route(register, (_ctx, { body }, header) =>
  account.register(body, header("x-forwarded-for") ?? ""),
);
