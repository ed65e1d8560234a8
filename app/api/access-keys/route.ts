import { createAccessKey, listAccessKeys } from "@/lib/contracts/access-keys";
import { route } from "@/lib/http/route";
import * as accessKeys from "@/lib/services/access-keys";

export const GET = route(listAccessKeys, (caller) => accessKeys.listAccessKeys(caller));
export const POST = route(createAccessKey, (caller, { body }) => accessKeys.createAccessKey(caller, body));
