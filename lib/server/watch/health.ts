import { sealedIn } from "../../crypto/sealing/sealed-columns";
import { findKeyCheck } from "../../db/queries/maintenance/key-checks";
import { runtime } from "../../runtime";
import type { ApiResponse } from "../../http/types";
import { loggableError, log } from "../../log";
import { isLeaving } from "../process/lifecycle";

const jsonHeaders = { "Content-Type": "application/json" };

/** Liveness: the process responds. */
export function health(): ApiResponse {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify({ status: "ok" }) };
}

/**
 * Readiness: the database responds, the master key decrypts its check value, and the vault is not stopping. Otherwise
 * 503.
 */
export async function readiness(): Promise<ApiResponse> {
  if (isLeaving()) return unavailable("stopping");
  const { reads, vault } = runtime();
  try {
    const check = await reads.get(findKeyCheck, { keyId: vault.sealingKeyId });
    if (check) {
      vault.open(check.sealedCheck, sealedIn("KeyCheck", check.keyId));
      return { status: 200, headers: jsonHeaders, body: JSON.stringify({ status: "ready" }) };
    }
    log.error({ event: "not-ready", reason: "no check value for the sealing key" });
  } catch (error) {
    log.error({ event: "not-ready", error: loggableError(error) });
  }
  return unavailable("unavailable");
}

const unavailable = (status: string): ApiResponse => ({
  status: 503,
  headers: { ...jsonHeaders, "Retry-After": "1" },
  body: JSON.stringify({ status }),
});
