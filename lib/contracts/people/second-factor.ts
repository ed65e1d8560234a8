import { z } from "zod";
import { secondFactorCode } from "./account";
import { contract } from "../contract";

export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: "Base32, for typing in by hand" }),
    uri: z.string().meta({ description: "The secret as an otpauth:// link, for a QR code" }),
  })
  .meta({
    id: "SecondFactorSetup",
    example: {
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Vault:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Vault",
    },
  });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const ConfirmSecondFactor = z
  .strictObject({ code: secondFactorCode() })
  .meta({ id: "ConfirmSecondFactor", example: { code: "000000" } });
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>;

export const RecoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).meta({ description: "Ten codes; each replaces an authenticator code once" }),
  })
  .meta({ id: "RecoveryCodes", example: { recoveryCodes: ["aaaa-bbbb-cccc-dddd"] } });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const tag = "Account";

export const beginSecondFactor = contract({
  id: "beginSecondFactor",
  method: "POST",
  path: "/account/second-factor",
  tag,
  summary: "Start turning on the second factor",
  description: "It is on once a code has been confirmed. Until then, another call gives another secret.",
  access: "session",
  mfaExempt: "set-up",
  recentAuthentication: true,
  reply: { status: 201, json: SecondFactorSetup },
  errors: ["SECOND_FACTOR_ON"],
  plaintext: true,
});

export const confirmSecondFactor = contract({
  id: "confirmSecondFactor",
  method: "POST",
  path: "/account/second-factor/confirm",
  tag,
  summary: "Turn the second factor on",
  description: "The recovery codes are shown only in this response: the vault stores hashes.",
  access: "session",
  mfaExempt: "set-up",
  recentAuthentication: true,
  body: ConfirmSecondFactor,
  reply: { status: 200, json: RecoveryCodes },
  errors: ["SECOND_FACTOR_ON", "SECOND_FACTOR_OFF", "TOO_MANY_ATTEMPTS"],
  plaintext: true,
});

export const removeSecondFactor = contract({
  id: "removeSecondFactor",
  method: "DELETE",
  path: "/account/second-factor",
  tag,
  summary: "Turn the second factor off",
  description: "Deletes its recovery codes too. Refused where the vault requires a second factor (AUTH_SECOND_FACTOR).",
  access: "session",
  recentAuthentication: true,
  reply: { status: 204 },
  errors: ["SECOND_FACTOR_MANDATORY"],
});

export const replaceRecoveryCodes = contract({
  id: "replaceRecoveryCodes",
  method: "POST",
  path: "/account/recovery-codes",
  tag,
  summary: "Create ten new recovery codes",
  description: "The old ones stop working.",
  access: "session",
  recentAuthentication: true,
  reply: { status: 201, json: RecoveryCodes },
  errors: ["SECOND_FACTOR_OFF"],
  plaintext: true,
});
