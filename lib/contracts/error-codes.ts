import { type ErrorCode, errorCatalogue } from "../errors";
import { actsInVault, type ContractSpec } from "./contract";

/** Every error of an operation: those of its kind, and its own. */
export function errorCodesOf(contract: ContractSpec): ErrorCode[] {
  const { access, body, query, notFound, notFoundBy = {}, conditional, errors = [], method } = contract;
  const codes: (ErrorCode | false | undefined)[] = [
    (body ?? query ?? conditional) && "VALIDATION_ERROR",
    body && "INVALID_JSON",
    access !== "public" && "AUTH_REQUIRED",
    access !== "public" && "AUTH_INVALID_KEY",
    access !== "public" && "AUTH_KEY_EXPIRED",
    access !== "public" && "TOO_MANY_REQUESTS",
    access === "session" && "AUTH_SESSION_REQUIRED",
    actsInVault(contract) && "TEAM_NOT_FOUND",
    access !== "public" && access !== "session" && "ADDRESS_NOT_ALLOWED",
    typeof access === "object" && "AUTH_SCOPE_REQUIRED",
    (typeof access === "object" || actsInVault(contract)) && "OUT_OF_BOUNDS",
    contract.ownersOnly && "TEAM_OWNER_REQUIRED",
    contract.plaintext && typeof access === "object" && "REVEALS_SPENT",
    access !== "public" && contract.mfaExempt !== "any" && "SECOND_FACTOR_MISSING",
    (method !== "GET" || access !== "public") && "CROSS_ORIGIN",
    contract.recentAuthentication && "REAUTHENTICATION_REQUIRED",
    notFound,
    ...Object.values(notFoundBy),
    conditional && "CHANGED_MEANWHILE",
    body && "BODY_TOO_LARGE",
    body && "UNSUPPORTED_MEDIA_TYPE",
    ...errors,
    "UNAVAILABLE",
    "INTERNAL_ERROR",
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => typeof code === "string"))];
}

/** The same, grouped by HTTP status. */
export function errorCodesByStatus(contract: ContractSpec): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(contract)) {
    const [status] = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
