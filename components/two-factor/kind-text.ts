import type { TokenKind } from "@/lib/import/otpauth/otpauth-token";

/** What is unusual about how codes are made: "8 digits, 60 s", "HOTP". Empty for what nearly all services use. */
export function kindText({ type, algorithm, digits, period }: TokenKind): string {
  if (type === "steam") return "Steam";
  return [
    type === "hotp" && "HOTP",
    digits !== 6 && `${digits} digits`,
    period !== null && period !== 30 && `${period} s`,
    algorithm !== "SHA1" && algorithm.replace("SHA", "SHA-"),
  ]
    .filter((part) => part !== false)
    .join(", ");
}

/** A code as people read it: digits in two groups, Steam's letters as they are. */
export const readable = (code: string): string => {
  const half = Math.floor(code.length / 2);
  return code.length < 6 ? code : `${code.slice(0, half)} ${code.slice(half)}`;
};
