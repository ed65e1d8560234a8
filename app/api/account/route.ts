import { deleteAccount, getAccount, updateAccount } from "@/lib/contracts/people/account";
import { route } from "@/lib/http/route";
import * as account from "@/lib/identity/accounts/account";

export const GET = route(getAccount, ({ caller }) => account.getAccount(caller));
export const PUT = route(updateAccount, ({ caller }, { body }) => account.updateAccount(caller, body));
export const DELETE = route(deleteAccount, ({ caller }, { body }) => account.deleteAccount(caller, body));
