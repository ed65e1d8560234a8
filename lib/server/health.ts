import { sealedIn } from "../crypto/sealed-columns";
import { findKeyCheck } from "../db/queries/key-checks";
import { runtime } from "../runtime";
import type { Answer } from "../http/exchange";
import { describeFault, log } from "../log";
import { isLeaving } from "./lifecycle";

const jsonHeaders = { "Content-Type": "application/json" };

/** Whether the process answers at all. */
export function health(): Answer {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify({ status: "ok" }) };
}

/** Whether the database answers and the master key opens what it sealed, and the vault is not about to stop. 503 otherwise. */
export async function readiness(): Promise<Answer> {
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
    log.error({ event: "not-ready", error: describeFault(error) });
  }
  return unavailable("unavailable");
}

const unavailable = (status: string): Answer => ({
  status: 503,
  headers: { ...jsonHeaders, "Retry-After": "1" },
  body: JSON.stringify({ status }),
});
