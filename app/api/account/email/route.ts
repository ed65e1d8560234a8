import { changeEmail } from "@/lib/contracts/people/mail";
import { route } from "@/lib/http/route";
import * as email from "@/lib/identity/accounts/email-change";

export const POST = route(changeEmail, ({ caller }, { body }) => email.askForEmail(caller, body));
