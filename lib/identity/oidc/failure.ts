import { type OidcFailureCode, vaultRefusals } from "../../contracts/people/oidc-failures";
import { AppError } from "../../errors";
import { loggableError, log } from "../../log";
import { openidClientPackage } from "./package";

export class OidcFailure extends Error {
  constructor(
    readonly code: OidcFailureCode,
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = "OidcFailure";
  }
}

/** Turns anything thrown into a named failure, and logs that name: a provider's own message may quote tokens. */
export function asOidcFailure(thrown: unknown): OidcFailure {
  if (thrown instanceof OidcFailure) return thrown;
  const code = codeOf(thrown);
  log.warn({ event: "oidc", code, error: loggableError(thrown) });
  return new OidcFailure(code, { cause: thrown });
}

function codeOf(thrown: unknown): OidcFailureCode {
  if (thrown instanceof AppError) return vaultRefusals.find((code) => code === thrown.code) ?? "UNAVAILABLE";
  const { errors } = openidClientPackage();
  if (thrown instanceof errors.OPError) {
    if (thrown.error === "invalid_grant") return "OIDC_CODE_USED";
    return /^(invalid_client|unauthorized_client|invalid_request|unsupported_grant_type)$/.test(thrown.error ?? "")
      ? "OIDC_MISCONFIGURED"
      : "OIDC_UNREACHABLE";
  }
  if (!(thrown instanceof errors.RPError)) return "OIDC_UNREACHABLE";
  // openid-client 5.7.1 distinguishes its errors only by their messages. The tests produce each of these.
  if (/^state (mismatch|missing)/.test(thrown.message)) return "OIDC_STATE";
  if (/^(unexpected iss value|iss mismatch|iss missing)/.test(thrown.message)) return "OIDC_WRONG_ISSUER";
  if (thrown.message.startsWith("JWT expired")) return "OIDC_TOKEN_EXPIRED";
  return thrown.message.startsWith("outgoing request timed out") ? "OIDC_UNREACHABLE" : "OIDC_TOKEN_INVALID";
}
