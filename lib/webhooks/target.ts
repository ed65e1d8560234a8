import { sealedIn } from "../crypto/sealing/sealed-columns";
import { runtime } from "../runtime";

/** What a webhook is: where it leads, what it is told, and what signs that. An address may itself be a secret. */
export type Target = { url: string; events: readonly string[]; secret: string };

type Row = { id: string; userId: string };

export const sealTarget = ({ id, userId }: Row, { url, events, secret }: Target): Uint8Array<ArrayBuffer> =>
  runtime().vault.seal(JSON.stringify({ url, events, secret }), sealedIn("Webhook", id, userId));

/** Throws if the value can't be decrypted. */
export const openTarget = ({ id, userId, sealedTarget }: Row & { sealedTarget: Uint8Array }): Target =>
  JSON.parse(runtime().vault.open(sealedTarget, sealedIn("Webhook", id, userId))) as Target;
