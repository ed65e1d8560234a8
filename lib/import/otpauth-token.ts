/** What a link or QR code holds; `problem` says why the vault can't take it. `secret` is what the API takes: base32 in a link of its own. */
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

/** Says early what the server would refuse; what it would take goes on as a link that names the algorithm. */
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
