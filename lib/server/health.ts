import { runtime } from "../runtime";
import { apiHeaders } from "../http/failure";
import { describeFault, log } from "../log";

/** Whether the process answers at all. */
export function healthResponse(): Response {
  return Response.json({ status: "ok" }, { headers: apiHeaders });
}

/** Whether the database answers and the master key opens what it sealed. 503 otherwise. */
export async function readyResponse(): Promise<Response> {
  const { db, vault } = runtime();
  try {
    const check = await db.keyCheck.findUnique({ where: { keyId: vault.sealingKeyId }, omit: { sealedCheck: false } });
    if (check) {
      vault.open(check.sealedCheck, { table: "KeyCheck", field: "sealedCheck", rowId: check.keyId, userId: "" });
      return Response.json({ status: "ready" }, { headers: apiHeaders });
    }
    log.error({ event: "not-ready", reason: "no check value for the sealing key" });
  } catch (error) {
    log.error({ event: "not-ready", error: describeFault(error) });
  }
  return Response.json({ status: "unavailable" }, { status: 503, headers: { ...apiHeaders, "Retry-After": "1" } });
}
