import { z } from "zod";
import { contract } from "./contract";
import { name } from "./primitives";

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

/** Compared in lower case: one mailbox, one account. */
export const email = () => z.string().trim().toLowerCase().max(254, "must have at most 254 characters").pipe(z.email("must be an e-mail address")).meta({ example: "ada@example.com", maxLength: 254 });

export const Registration = z
  .strictObject({
    email: email(),
    // NIST SP 800-63B-4: length alone, no composition rules.
    password: z
      .string()
      .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
      .max(passwordLengthMax, `must have at most ${passwordLengthMax} characters`)
      .meta({ example: "not-a-real-password" }),
    name: name().nullish(),
  })
  .meta({ id: "Registration", example: { email: "ada@example.com", password: "not-a-real-password", name: "Ada" } });
export type Registration = z.infer<typeof Registration>;

export const RegisteredUser = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }).meta({ id: "RegisteredUser", example: { id: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5", email: "ada@example.com", name: "Ada" } });
export type RegisteredUser = z.infer<typeof RegisteredUser>;

export const register = contract({
  id: "register", method: "POST", path: "/auth/register", tag: "Account", summary: "Create an account",
  description: "Then sign in: GET /api/auth/csrf, and POST the token with email and password to /api/auth/callback/credentials.",
  access: "public", body: Registration, reply: { status: 201, json: RegisteredUser },
  errors: ["EMAIL_TAKEN", "REGISTRATION_CLOSED", "TOO_MANY_ATTEMPTS"],
});
