import type { CreateTwoFactorToken, TwoFactorToken } from "@/lib/contracts/vault/two-factor";

/** How codes are made, as a form holds it: what does not belong to the chosen type is kept in case it is chosen again. */
type KindValues = {
  type: TwoFactorToken["type"];
  algorithm: TwoFactorToken["algorithm"];
  digits: number;
  period: number;
  counter?: number | undefined;
};

/** The fields shared by adding and editing. An empty secret or note counts as not given. */
export type TokenFieldValues = KindValues & {
  service: string;
  accountName: string;
  secret: string;
  notes: string | null;
};

export const kindFields = ["type", "algorithm", "digits", "period", "counter"] as const;

export const usualKind: KindValues = { type: "totp", algorithm: "SHA1", digits: 6, period: 30 };

export const kindValuesOf = ({ type, algorithm, digits, period }: TwoFactorToken): KindValues => ({
  type,
  algorithm,
  digits: type === "steam" ? usualKind.digits : digits,
  period: period ?? usualKind.period,
});

type Kind = Pick<CreateTwoFactorToken, (typeof kindFields)[number]>;

/** The fields to send. An otpauth link already contains them. */
export function kindBody({ type, algorithm, digits, period, counter }: Kind, secret: string | undefined): Kind {
  if (isLink(secret)) return {};
  if (type === "steam") return { type };
  if (type === "totp") return { type, algorithm, digits, period };
  return { type, algorithm, digits, ...(counter !== undefined && { counter }) };
}

export const isLink = (secret: string | undefined): boolean => secret !== undefined && /^\s*otpauth:/i.test(secret);
