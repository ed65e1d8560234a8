/** How codes are made, as the Key Uri Format writes it. `period` is in seconds; null for codes that follow a counter. */
export type TokenKind = {
  type: "totp" | "hotp" | "steam";
  algorithm: "SHA1" | "SHA256" | "SHA512";
  digits: number;
  period: number | null;
};

/**
 * The content of a link or QR code. `problem` says why the vault can't store it. `secret` has the form that the API
 * takes: a link with the secret in base32, which also says what is unusual about the token.
 */
export type OtpauthToken = {
  service: string;
  accountName: string;
  secret: string;
  kind?: TokenKind;
  problem?: string;
};

/** As they were written. Empty ones get the usual values: TOTP, SHA-1, 6 digits, 30 seconds, counter 0. */
export type TokenParts = {
  service: string;
  accountName: string;
  secret: string;
  type: string;
  algorithm: string;
  digits: string;
  period: string;
  counter: string;
};

/** The bound of the API. */
const counterMax = 2_000_000_000;

/** Reports early what the server would refuse. */
export function token({ service, accountName, ...parts }: TokenParts): OtpauthToken {
  const read = kindOf(parts);
  const problem = typeof read === "string" ? read : parts.secret === "" ? "It contains no secret" : undefined;
  const names = { service: service || accountName, accountName: accountName || service };
  if (typeof read === "string") return { ...names, secret: linkOf("totp", { secret: parts.secret }), problem: read };
  const { type, algorithm, digits, period } = read;
  const secret = linkOf(type, {
    secret: parts.secret,
    algorithm,
    ...(type !== "steam" && digits !== 6 && { digits: String(digits) }),
    ...(period !== null && period !== 30 && { period: String(period) }),
    ...(type === "hotp" && { counter: parts.counter || "0" }),
  });
  return { ...names, secret, kind: read, ...(problem && { problem }) };
}

const linkOf = (type: string, parameters: Record<string, string>) =>
  `otpauth://${type}/token?${new URLSearchParams(parameters)}`;

/** What codes the parts make, or why the vault makes none of them. */
function kindOf(parts: Omit<TokenParts, "service" | "accountName" | "secret">): TokenKind | string {
  const type = parts.type.toLowerCase() || "totp";
  const algorithm = parts.algorithm.toUpperCase().replace("-", "") || "SHA1";
  if (type !== "totp" && type !== "hotp" && type !== "steam") return `Its type${named(type)} is not supported`;
  if (algorithm !== "SHA1" && algorithm !== "SHA256" && algorithm !== "SHA512")
    return `Its algorithm${named(algorithm)} is not supported`;
  const period = parts.period || "30";
  if (type === "steam") {
    // Its codes have 5 letters, whatever a program writes.
    if (algorithm === "SHA1" && period === "30") return { type, algorithm, digits: 5, period: 30 };
    return "Steam’s codes are made by SHA1 and change every 30 s, and this says otherwise";
  }
  const digits = wholeNumber(parts.digits || "6", 6, 8);
  if (digits === null) return `Its codes have${numbered(parts.digits)} digits; 6, 7 and 8 are supported`;
  if (type === "hotp") {
    if (wholeNumber(parts.counter || "0", 0, counterMax) === null)
      return `Its counter${numbered(parts.counter)} is not supported`;
    return { type, algorithm, digits, period: null };
  }
  const seconds = wholeNumber(period, 10, 120);
  if (seconds === null) return `Its period is${numbered(period)} s; 10 to 120 s are supported`;
  return { type, algorithm, digits, period: seconds };
}

/** Of a damaged export, any part may be anything: what is quoted must be one of these. */
const known = ["yandex", "motp", "MD5", "SHA224", "SHA384"];
const named = (text: string) => (known.includes(text) ? ` ${text}` : "");
const numbered = (text: string) => (wholeNumber(text, 0, 1e12) === null ? " other" : ` ${text}`);

function wholeNumber(text: string, least: number, most: number): number | null {
  const number = Number(text);
  return /^\d{1,15}$/.test(text) && number >= least && number <= most ? number : null;
}
