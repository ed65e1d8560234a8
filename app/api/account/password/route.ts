import { changePassword } from "@/lib/contracts/people/account";
import { route } from "@/lib/http/route";
import * as passwords from "@/lib/identity/passwords";

export const POST = route(changePassword, ({ caller }, { body }) => passwords.changePassword(caller, body));
