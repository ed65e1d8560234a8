import { z } from "zod";
import { contract } from "../contract";
import { id, name, note, serverManagedWithVersion, timestamp, version } from "../primitives";

/** No service counts as far. */
const counterMax = 2_000_000_000;

const digitsRule = "must be 6, 7 or 8";
const periodRule = "must be 10 to 120 seconds";

const TwoFactorType = z.enum(["totp", "hotp", "steam"]).meta({
  id: "TwoFactorType",
  description:
    "totp: codes of a time (RFC 6238) · hotp: codes of a counter, each given once (RFC 4226) · steam: Steam Guard's 5 letters",
});
const TwoFactorAlgorithm = z
  .enum(["SHA1", "SHA256", "SHA512"])
  .meta({ id: "TwoFactorAlgorithm", description: "The hash of the HMAC" });
const digits = () =>
  z.int().min(5, digitsRule).max(8, digitsRule).meta({ description: "The code's length: 6 to 8; 5 letters for Steam" });
const period = () =>
  z
    .int()
    .min(10, periodRule)
    .max(120, periodRule)
    .nullable()
    .meta({ description: "Seconds between two codes; null for hotp" });

export const TwoFactorToken = z
  .object({
    id: id(),
    userId: z.string(),
    service: z.string(),
    accountName: z.string(),
    notes: z.string().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: version(),
    type: TwoFactorType,
    algorithm: TwoFactorAlgorithm,
    digits: digits(),
    period: period(),
  })
  .meta({
    id: "TwoFactorToken",
    example: {
      id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      service: "GitHub",
      accountName: "ada@example.com",
      notes: null,
      createdAt: "2026-03-01T09:30:00.000Z",
      updatedAt: "2026-03-01T09:30:00.000Z",
      version: 1,
      type: "totp",
      algorithm: "SHA1",
      digits: 6,
      period: 30,
    },
  });
export type TwoFactorToken = z.infer<typeof TwoFactorToken>;

export const TwoFactorCode = z
  .object({
    id: id(),
    service: z.string(),
    accountName: z.string(),
    code: z.string().meta({
      description:
        "The current code, 6 digits unless the token says otherwise; of hotp, the next one, never given before",
      example: "492039",
    }),
    remainingSeconds: z.int().min(1).max(120).nullable().meta({
      description: "Seconds until the code expires; the period is 30 unless the token says otherwise. Null for hotp",
    }),
    nextCode: z.string().optional().meta({
      description: "The following code; only with next=true, and only in the last 5 seconds",
    }),
    counter: z.int().min(0).optional().meta({ description: "Only for hotp: the code's counter" }),
  })
  .meta({
    id: "TwoFactorCode",
    example: {
      id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      service: "GitHub",
      accountName: "ada@example.com",
      code: "492039",
      remainingSeconds: 17,
    },
  });
export type TwoFactorCode = z.infer<typeof TwoFactorCode>;

const secret = () =>
  z.string().min(1, "must not be empty").max(2_000, "must have at most 2000 characters").meta({
    description:
      "Base32 (spaces, dashes, lower case and padding are tolerated), or an otpauth:// link (totp, hotp, steam), which says its type, algorithm, digits, period and counter itself",
  });

/** How codes are made. A text in base32 does not say it. */
const kind = {
  type: TwoFactorType.optional(),
  algorithm: TwoFactorAlgorithm.optional(),
  digits: digits().optional(),
  period: period().optional(),
  counter: z.int().min(0).max(counterMax).optional().meta({ description: "For hotp: the counter of the next code" }),
};

export const CreateTwoFactorToken = z
  .strictObject({ service: name(), accountName: name(), secret: secret(), notes: note().nullish(), ...kind })
  .meta({
    id: "CreateTwoFactorToken",
    description: "With only a base32 secret, codes have 6 digits and a period of 30 seconds, with SHA1",
    example: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
export type CreateTwoFactorToken = z.infer<typeof CreateTwoFactorToken>;

export const UpdateTwoFactorToken = z
  .strictObject({
    service: name().optional(),
    accountName: name().optional(),
    secret: secret().optional(),
    notes: note().nullish(),
    ...kind,
    ...serverManagedWithVersion,
  })
  .meta({ id: "UpdateTwoFactorToken", example: { accountName: "grace@example.com" } });
export type UpdateTwoFactorToken = z.infer<typeof UpdateTwoFactorToken>;

const tag = "Two-factor tokens";

export const listTwoFactorTokens = contract({
  id: "listTwoFactorTokens",
  method: "GET",
  path: "/2fa",
  tag,
  summary: "List two-factor tokens, without secrets",
  description: "All of the caller's tokens, by service, then account name, then creation.",
  access: { scope: "2fa:read" },
  reply: { status: 200, json: z.array(TwoFactorToken) },
  cacheable: true,
});

export const createTwoFactorToken = contract({
  id: "createTwoFactorToken",
  method: "POST",
  path: "/2fa",
  tag,
  summary: "Add a two-factor token",
  access: { scope: "2fa:write" },
  body: CreateTwoFactorToken,
  reply: { status: 201, json: TwoFactorToken },
  versioned: true,
});

export const updateTwoFactorToken = contract({
  id: "updateTwoFactorToken",
  method: "PUT",
  path: "/2fa/{id}",
  tag,
  summary: "Change a two-factor token",
  description: "Any subset of the fields; null clears an optional one; a secret replaces the stored one.",
  access: { scope: "2fa:write" },
  notFound: "TWO_FACTOR_NOT_FOUND",
  body: UpdateTwoFactorToken,
  reply: { status: 200, json: TwoFactorToken },
  versioned: true,
  conditional: ["If-Match"],
});

export const deleteTwoFactorToken = contract({
  id: "deleteTwoFactorToken",
  method: "DELETE",
  path: "/2fa/{id}",
  tag,
  summary: "Delete a two-factor token",
  access: { scope: "2fa:write" },
  notFound: "TWO_FACTOR_NOT_FOUND",
  reply: { status: 204 },
  conditional: ["If-Match"],
});

export const revealTwoFactorCode = contract({
  id: "revealTwoFactorCode",
  method: "POST",
  path: "/2fa/{id}/reveal",
  tag,
  summary: "Get the current code",
  description:
    "Of a token of type hotp, the next code: each call raises the counter before it answers, and no code is given twice.",
  access: { scope: "2fa:reveal" },
  notFound: "TWO_FACTOR_NOT_FOUND",
  query: z.strictObject({
    next: z
      .enum(["true", "false"])
      .optional()
      .meta({ description: "Also return the following code once the current one has 5 seconds left or fewer" }),
  }),
  reply: { status: 200, json: TwoFactorCode },
  plaintext: true,
});
