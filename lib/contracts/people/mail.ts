import { z } from "zod";
import { newEmail, newPassword } from "./account";
import { contract } from "../contract";
import { type MailKind, mailKindNames, mailKinds } from "./mail-kinds";
import { serverManaged, timestamp } from "../primitives";

/*
 * What the vault does by mail, where its operator has named a server for that: links for a forgotten password and for
 * another e-mail address, and what each person is told of.
 */

const ofEachKind = <S extends z.ZodType>(make: (meaning: string) => S): Record<MailKind, S> =>
  Object.fromEntries(mailKindNames.map((kind) => [kind, make(mailKinds[kind])])) as Record<MailKind, S>;

const choice = { signIns: true, account: true, canaries: true, webhooks: true, due: false };

export const MailChoice = z
  .object({
    available: z.boolean().meta({ description: "Whether this vault sends e-mail" }),
    lostAt: timestamp().nullable().meta({
      description: "When the vault last gave up on an e-mail to this person, if that was within 30 days; else null",
    }),
    ...ofEachKind((description) => z.boolean().meta({ description })),
  })
  .meta({ id: "MailChoice", example: { available: true, lostAt: null, ...choice } });
export type MailChoice = z.infer<typeof MailChoice>;

export const UpdateMailChoice = z
  .strictObject({
    ...ofEachKind((description) => z.boolean().optional().meta({ description })),
    ...serverManaged,
    available: z.unknown().optional(),
    lostAt: z.unknown().optional(),
  })
  .meta({ id: "UpdateMailChoice", example: { due: false } });
export type UpdateMailChoice = z.infer<typeof UpdateMailChoice>;

export const ForgotPassword = z
  .strictObject({ email: newEmail() })
  .meta({ id: "ForgotPassword", example: { email: "ada@example.com" } });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** The token of a link that was sent by mail. */
const linkToken = () =>
  z.string().min(1, "must not be empty").max(500, "must have at most 500 characters").meta({ example: "<TOKEN>" });

export const ResetPassword = z
  .strictObject({ token: linkToken(), newPassword: newPassword() })
  .meta({ id: "ResetPassword", example: { token: "<TOKEN>", newPassword: "not-a-real-password" } });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const ChangeEmail = z
  .strictObject({ email: newEmail() })
  .meta({ id: "ChangeEmail", example: { email: "ada@example.org" } });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const ConfirmEmail = z
  .strictObject({ token: linkToken() })
  .meta({ id: "ConfirmEmail", example: { token: "<TOKEN>" } });
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;

const tag = "Account";

export const forgotPassword = contract({
  id: "forgotPassword",
  method: "POST",
  path: "/auth/forgot-password",
  tag,
  summary: "Ask for a link to set a new password",
  description:
    "The link is sent by e-mail and works once, within 30 minutes of being sent. The answer is the same whether or not there is an account with this address and a password. 404 if the vault sends no e-mail.",
  access: "public",
  body: ForgotPassword,
  reply: { status: 204 },
  errors: ["MAIL_OFF", "TOO_MANY_ATTEMPTS"],
});

export const resetPassword = contract({
  id: "resetPassword",
  method: "POST",
  path: "/auth/reset-password",
  tag,
  summary: "Set a new password with such a link",
  description:
    "Ends all sessions of the account. Its second factor stays. Unknown, used and expired links get the same answer.",
  access: "public",
  body: ResetPassword,
  reply: { status: 204 },
  errors: ["PASSWORD_LINK_NOT_FOUND", "TOO_MANY_ATTEMPTS"],
});

export const changeEmail = contract({
  id: "changeEmail",
  method: "POST",
  path: "/account/email",
  tag,
  summary: "Request a change of e-mail address",
  description:
    "A link to confirm it is sent to the new address, and a notice to the current one, which stays until the link is opened. The link works once, within 24 hours from now, unless the password is changed or another session is ended before that. 404 if the vault sends no e-mail.",
  access: "session",
  recentAuthentication: true,
  body: ChangeEmail,
  reply: { status: 204 },
  errors: ["MAIL_OFF", "TOO_MANY_ATTEMPTS"],
});

export const confirmEmail = contract({
  id: "confirmEmail",
  method: "POST",
  path: "/auth/confirm-email",
  tag,
  summary: "Confirm a new e-mail address with such a link",
  description:
    "From then on, it is the account's address. Unknown, used and expired links, and those for an address that has an account, get the same answer.",
  access: "public",
  body: ConfirmEmail,
  reply: { status: 204 },
  errors: ["EMAIL_LINK_NOT_FOUND", "TOO_MANY_ATTEMPTS"],
});

export const getMailChoice = contract({
  id: "getMailChoice",
  method: "GET",
  path: "/account/mail",
  tag,
  summary: "Read the e-mail notification settings",
  description: "Links that you request yourself, such as for a forgotten password, are always sent.",
  access: "session",
  reply: { status: 200, json: MailChoice },
});

export const updateMailChoice = contract({
  id: "updateMailChoice",
  method: "PUT",
  path: "/account/mail",
  tag,
  summary: "Change the e-mail notification settings",
  description: "What is left out stays.",
  access: "session",
  body: UpdateMailChoice,
  reply: { status: 200, json: MailChoice },
});
