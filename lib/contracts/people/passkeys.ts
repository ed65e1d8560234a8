import { z } from "zod";
import { contract } from "../contract";
import { id, name, serverManaged, timestamp } from "../primitives";

export const Passkey = z
  .object({ id: id(), name: z.string(), createdAt: timestamp(), lastUsedAt: timestamp().nullable() })
  .meta({
    id: "Passkey",
    example: {
      id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      name: "Phone",
      createdAt: "2026-03-01T09:30:00.000Z",
      lastUsedAt: null,
    },
  });
export type Passkey = z.infer<typeof Passkey>;

/**
 * The input of `navigator.credentials` in WebAuthn's JSON form (level 3, 5.1.8 and 5.1.9). Its challenge is valid once,
 * for 5 minutes.
 */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({
  id: "PasskeyOptions",
  description:
    "For navigator.credentials, as PublicKeyCredential.parseCreationOptionsFromJSON and parseRequestOptionsFromJSON take it",
  example: { challenge: "bm90LWEtcmVhbC1jaGFsbGVuZ2U" },
});
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const base64url = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\w-]*$/, "must be base64url")
    .meta({ example: "bm90LXJlYWw" });

/** Common to both authenticator responses; only the fields that are used here. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal("public-key") };

export const PasskeyAttestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(64_000),
    transports: z
      .array(z.string().max(40, "must have at most 40 characters"))
      .max(10, "must have at most 10 items")
      .optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const PasskeyAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

const exampleCredential = { id: "bm90LXJlYWw", rawId: "bm90LXJlYWw", type: "public-key" as const };

export const CreatePasskey = z.strictObject({ name: name(), credential: PasskeyAttestation }).meta({
  id: "CreatePasskey",
  example: {
    name: "Phone",
    credential: {
      ...exampleCredential,
      response: { clientDataJSON: "bm90LXJlYWw", attestationObject: "bm90LXJlYWw" },
    },
  },
});
export type CreatePasskey = z.infer<typeof CreatePasskey>;

export const RenamePasskey = z
  .strictObject({ name: name(), ...serverManaged, lastUsedAt: z.unknown().optional() })
  .meta({ id: "RenamePasskey", example: { name: "Laptop" } });
export type RenamePasskey = z.infer<typeof RenamePasskey>;

export const PasskeyReauthentication = z.strictObject({ credential: PasskeyAssertion }).meta({
  id: "PasskeyReauthentication",
  example: {
    credential: {
      ...exampleCredential,
      response: { clientDataJSON: "bm90LXJlYWw", authenticatorData: "bm90LXJlYWw", signature: "bm90LXJlYWw" },
    },
  },
});
export type PasskeyReauthentication = z.infer<typeof PasskeyReauthentication>;

const tag = "Account";

export const listPasskeys = contract({
  id: "listPasskeys",
  method: "GET",
  path: "/account/passkeys",
  tag,
  summary: "List passkeys",
  description: "In order of creation.",
  access: "session",
  mfaExempt: "any",
  reply: { status: 200, json: z.array(Passkey) },
});

export const beginPasskey = contract({
  id: "beginPasskey",
  method: "POST",
  path: "/account/passkeys/options",
  tag,
  summary: "Get options for creating a passkey",
  access: "session",
  mfaExempt: "set-up",
  recentAuthentication: true,
  reply: { status: 200, json: PasskeyOptions },
  errors: ["TOO_MANY_ATTEMPTS"],
});

export const createPasskey = contract({
  id: "createPasskey",
  method: "POST",
  path: "/account/passkeys",
  tag,
  summary: "Store the passkey that the authenticator created",
  access: "session",
  mfaExempt: "set-up",
  recentAuthentication: true,
  body: CreatePasskey,
  reply: { status: 201, json: Passkey },
  errors: ["PASSKEY_REFUSED"],
});

export const renamePasskey = contract({
  id: "renamePasskey",
  method: "PUT",
  path: "/account/passkeys/{id}",
  tag,
  summary: "Rename a passkey",
  access: "session",
  notFound: "PASSKEY_NOT_FOUND",
  body: RenamePasskey,
  reply: { status: 200, json: Passkey },
});

export const deletePasskey = contract({
  id: "deletePasskey",
  method: "DELETE",
  path: "/account/passkeys/{id}",
  tag,
  summary: "Delete a passkey",
  description:
    "It can no longer sign in here. Refused if it is the last sign-in method, or the last second factor where the vault requires one (AUTH_SECOND_FACTOR).",
  access: "session",
  recentAuthentication: true,
  notFound: "PASSKEY_NOT_FOUND",
  reply: { status: 204 },
  errors: ["LAST_SIGN_IN_METHOD", "SECOND_FACTOR_MANDATORY"],
});

export const beginPasskeyReauthentication = contract({
  id: "beginPasskeyReauthentication",
  method: "POST",
  path: "/account/reauthentication/passkey/options",
  tag,
  summary: "Get options for re-authenticating with a passkey",
  access: "session",
  mfaExempt: "any",
  reply: { status: 200, json: PasskeyOptions },
  errors: ["TOO_MANY_ATTEMPTS"],
});

export const reauthenticateWithPasskey = contract({
  id: "reauthenticateWithPasskey",
  method: "POST",
  path: "/account/reauthentication/passkey",
  tag,
  summary: "Re-authenticate with a passkey",
  description: "Has the same effect as POST /api/account/reauthentication.",
  access: "session",
  mfaExempt: "any",
  renewsSession: true,
  body: PasskeyReauthentication,
  reply: { status: 204 },
  errors: ["PASSKEY_REFUSED"],
});

export const beginPasskeySignIn = contract({
  id: "beginPasskeySignIn",
  method: "POST",
  path: "/auth/passkey/options",
  tag,
  summary: "Get options for signing in with a passkey",
  description:
    "Send the authenticator's response as JSON with the csrf token: in the field credential to /api/auth/callback/passkey, or as a second factor in the field passkey to /api/auth/callback/credentials.",
  access: "public",
  reply: { status: 200, json: PasskeyOptions },
  errors: ["TOO_MANY_ATTEMPTS"],
});
