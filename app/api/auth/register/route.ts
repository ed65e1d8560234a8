import { register } from "@/lib/contracts/people/account";
import { route } from "@/lib/http/route";
import * as account from "@/lib/identity/accounts/account";

export const POST = route(register, ({ request }, { body }) => account.register(body, request));
