import { resetPassword } from "@/lib/contracts/people/mail";
import { route } from "@/lib/http/route";
import * as forgotten from "@/lib/identity/passwords/forgotten";

export const POST = route(resetPassword, ({ request }, { body }) => forgotten.setPasswordByLink(body, request));
