/**
 * The content of a link or QR code. `problem` says why the vault can't store it. `secret` has the form that the API
 * takes: a link with the secret in base32.
 */
export type OtpauthToken = { service: string; accountName: string; secret: string; problem?: string };

export type TokenParts = {
  service: string;
  accountName: string;
  secret: string;
  algorithm: string;
  counterBased: boolean;
  digits: string;
  period: string;
};

/**
 * Reports early what the server would refuse. A token that the server accepts becomes a link that names the algorithm.
 */
export function token({
  service,
  accountName,
  secret,
  algorithm,
  counterBased,
  digits,
  period,
}: TokenParts): OtpauthToken {
  const problem = counterBased
    ? "Counter-based tokens (HOTP) are not supported"
    : !["SHA1", "SHA256", "SHA512"].includes(algorithm)
      ? `Its algorithm ${algorithm} is not supported`
      : digits !== "6"
        ? `Its codes have ${digits} digits; only 6 are supported`
        : period !== "30"
          ? `Its period is ${period} s; only 30 s is supported`
          : secret === ""
            ? "It holds no secret"
            : undefined;
  return {
    service,
    accountName,
    secret: `otpauth://totp/token?${new URLSearchParams({ secret, algorithm })}`,
    ...(problem && { problem }),
  };
}
