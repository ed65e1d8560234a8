import { sealedIn } from "../crypto/sealing/sealed-columns";
import { log } from "../log";
import { runtime } from "../runtime";

/** What a webhook is: where it leads, what it is told, and what signs that. An address may itself be a secret. */
export type Target = { url: string; events: readonly string[]; secret: string };

type Row = { id: string; userId: string };

export const sealTarget = ({ id, userId }: Row, { url, events, secret }: Target): Uint8Array<ArrayBuffer> =>
  runtime().vault.seal(JSON.stringify({ url, events, secret }), sealedIn("Webhook", id, userId));

/** Null if it can't be decrypted, which is logged. */
export function openTarget({ id, userId, sealedTarget }: Row & { sealedTarget: Uint8Array }): Target | null {
  try {
    return JSON.parse(runtime().vault.open(sealedTarget, sealedIn("Webhook", id, userId))) as Target;
  } catch {
    log.warn({ event: "webhook-undecryptable", rowId: id });
    return null;
  }
}
