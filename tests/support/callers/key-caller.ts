import { randomUUID } from "node:crypto";
import type { KeyCaller } from "@/lib/auth/caller";

/** The caller of an access key without limits or scopes, except what is given. */
export const keyCaller = (given: Partial<KeyCaller> = {}): KeyCaller => ({
  kind: "key",
  userId: randomUUID(),
  keyId: randomUUID(),
  keyHash: "not-a-hash",
  keyPrefix: "svc_abcdef",
  scopes: new Set(),
  bounds: null,
  addresses: null,
  revealsPerDay: null,
  ...given,
});
