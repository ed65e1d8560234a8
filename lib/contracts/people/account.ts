import { z } from "zod";
import { contract } from "../contract";
import { isPlaceholderEmail, placeholderDomain } from "./placeholder-email";
import { count, name, serverManaged, timestamp } from "../primitives";

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;
/** One repeated character is quickly guessed. */
export const passwordCharactersMin = 2;

/** Lower-cased: one mailbox, one account. */
export const email = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(254, "must have at most 254 characters")
    .pipe(z.email("must be an e-mail address"))
    .meta({ example: "ada@example.com", maxLength: 254 });

/**
 * An address for a new account. The placeholder domain is excluded: such an address could collide with another
 * account's placeholder.
 */
export const newEmail = () =>
  email().refine((text) => !isPlaceholderEmail(text), `can't be at ${placeholderDomain}: nobody receives mail there`);

/** What is wrong with a new password's composition, for anyone; null if nothing. */
export function faultOfMaking(password: string): string | null {
  if (/\p{Cc}/u.test(password)) return "must not contain control characters";
  const different = new Set(
    password
      .normalize("NFKC")
      .toLowerCase()
      .match(/[^\s\p{C}]/gu),
  );
  return different.size < passwordCharactersMin
    ? `must have at least ${passwordCharactersMin} different characters, not counting spaces`
    : null;
}

/**
 * NIST SP 800-63B-4: length, and more than one character repeated, but no composition rules. The server also refuses
 * the most common ones.
 */
export const newPassword = () =>
  z
    .string()
    .min(passwordLengthMin, { error: `must have at least ${passwordLengthMin} characters`, abort: true })
    .max(passwordLengthMax, { error: `must have at most ${passwordLengthMax} characters`, abort: true })
    .refine((text) => faultOfMaking(text) === null, { error: ({ input }) => faultOfMaking(String(input)) ?? "" })
    .meta({ example: "not-a-real-password" });

/** An existing password, whatever the rules were when it was set. */
const givenPassword = () =>
  z.string().max(1024, "must have at most 1024 characters").meta({ example: "not-a-real-password" });

/** Six digits of the authenticator, or a recovery code. */
export const secondFactorCode = () =>
  z.string().trim().min(1, "must not be empty").max(64, "must have at most 64 characters").meta({ example: "000000" });

export const Registration = z
  .strictObject({
    email: newEmail(),
    password: newPassword(),
    name: name().nullish(),
    invitation: z.string().max(100, "must have at most 100 characters").optional().meta({
      description: "The token of an invitation to a team, which is accepted. It lets in where registration is closed",
    }),
  })
  .meta({ id: "Registration", example: { email: "ada@example.com", password: "not-a-real-password", name: "Ada" } });
export type Registration = z.infer<typeof Registration>;

export const RegisteredUser = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }).meta({
  id: "RegisteredUser",
  example: { id: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5", email: "ada@example.com", name: "Ada" },
});
export type RegisteredUser = z.infer<typeof RegisteredUser>;

export const register = contract({
  id: "register",
  method: "POST",
  path: "/auth/register",
  tag: "Account",
  summary: "Create an account",
  description:
    "To sign in afterwards, get a token from GET /api/auth/csrf and POST it with email and password to /api/auth/callback/credentials. Add code if the second factor is on, and newPassword to replace a temporary password (NEW_PASSWORD_REQUIRED).",
  access: "public",
  body: Registration,
  reply: { status: 201, json: RegisteredUser },
  errors: ["EMAIL_TAKEN", "REGISTRATION_CLOSED", "INVITATION_NOT_FOUND", "TOO_MANY_ATTEMPTS"],
});

const signInMethods = ["password", "oidc", "passkey"] as const;
export const SignInMethod = z.enum(signInMethods).meta({ id: "SignInMethod" });
export type SignInMethod = z.infer<typeof SignInMethod>;

export const Account = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    methods: z.array(SignInMethod).meta({ description: "How this account can sign in" }),
    secondFactor: z
      .boolean()
      .meta({ description: "Whether signing in with the password or at the provider also requires a code" }),
    recoveryCodesLeft: count(),
    recentlyAuthenticated: z
      .boolean()
      .meta({ description: "Whether operations that require recent authentication are allowed right now" }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: "Account",
    example: {
      id: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      email: "ada@example.com",
      name: "Ada",
      methods: ["password"],
      secondFactor: true,
      recoveryCodesLeft: 10,
      recentlyAuthenticated: true,
      createdAt: "2026-03-01T09:30:00.000Z",
      updatedAt: "2026-03-01T09:30:00.000Z",
    },
  });
export type Account = z.infer<typeof Account>;

export const UpdateAccount = z
  .strictObject({
    name: name().nullish(),
    ...serverManaged,
    email: z.unknown().optional(),
    methods: z.unknown().optional(),
    secondFactor: z.unknown().optional(),
    recoveryCodesLeft: z.unknown().optional(),
    recentlyAuthenticated: z.unknown().optional(),
  })
  .meta({ id: "UpdateAccount", example: { name: "Ada" } });
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const DeleteAccount = z
  .strictObject({
    email: email().meta({
      description: "The account's own address, as confirmation",
      example: "ada@example.com",
      maxLength: 254,
    }),
    endTeams: z
      .boolean()
      .optional()
      .meta({ description: "Also delete the teams that have no other owner; needed if there are any" }),
  })
  .meta({ id: "DeleteAccount", example: { email: "ada@example.com" } });
export type DeleteAccount = z.infer<typeof DeleteAccount>;

export const ChangePassword = z
  .strictObject({
    currentPassword: givenPassword().optional().meta({ description: "Required unless the account has none yet" }),
    newPassword: newPassword(),
  })
  .meta({
    id: "ChangePassword",
    example: { currentPassword: "not-a-real-password", newPassword: "another-fake-password" },
  });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const Reauthentication = z
  .strictObject({
    password: givenPassword(),
    code: secondFactorCode().optional().meta({ description: "Required when the second factor is on" }),
  })
  .meta({ id: "Reauthentication", example: { password: "not-a-real-password", code: "000000" } });
export type Reauthentication = z.infer<typeof Reauthentication>;

const tag = "Account";

export const getAccount = contract({
  id: "getAccount",
  method: "GET",
  path: "/account",
  tag,
  summary: "Read the account",
  access: "session",
  mfaExempt: "any",
  reply: { status: 200, json: Account },
});

export const updateAccount = contract({
  id: "updateAccount",
  method: "PUT",
  path: "/account",
  tag,
  summary: "Change the name",
  access: "session",
  body: UpdateAccount,
  reply: { status: 200, json: Account },
});

export const deleteAccount = contract({
  id: "deleteAccount",
  method: "DELETE",
  path: "/account",
  tag,
  summary: "Delete the account and everything in it",
  description: "Permanently deletes its entries, tokens, env projects, access keys and sessions at once.",
  access: "session",
  recentAuthentication: true,
  body: DeleteAccount,
  reply: { status: 204 },
  errors: ["TEAMS_WOULD_END"],
});

export const changePassword = contract({
  id: "changePassword",
  method: "POST",
  path: "/account/password",
  tag,
  summary: "Change the password",
  description:
    "Ends all other sessions. An account without a password can set its first one after recent authentication.",
  access: "session",
  body: ChangePassword,
  reply: { status: 204 },
  errors: ["TOO_MANY_ATTEMPTS", "REAUTHENTICATION_REQUIRED"],
});

export const reauthenticate = contract({
  id: "reauthenticate",
  method: "POST",
  path: "/account/reauthentication",
  tag,
  summary: "Re-authenticate with the password",
  description:
    "For the next 10 minutes the session may call operations that otherwise answer REAUTHENTICATION_REQUIRED. The response sets a cookie with a new session token; the old token is refused from then on.",
  access: "session",
  mfaExempt: "any",
  renewsSession: true,
  body: Reauthentication,
  reply: { status: 204 },
  errors: ["TOO_MANY_ATTEMPTS"],
});
