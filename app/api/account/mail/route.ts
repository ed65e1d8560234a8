import { getMailChoice, updateMailChoice } from "@/lib/contracts/people/mail";
import { route } from "@/lib/http/route";
import * as mail from "@/lib/identity/accounts/mail-choice";

export const GET = route(getMailChoice, ({ caller }) => mail.getMailChoice(caller));
export const PUT = route(updateMailChoice, ({ caller }, { body }) => mail.updateMailChoice(caller, body));
