import { confirmEmail } from "@/lib/contracts/people/mail";
import { route } from "@/lib/http/route";
import * as email from "@/lib/identity/accounts/email-change";

export const POST = route(confirmEmail, ({ request }, { body }) => email.confirmEmail(body, request));
