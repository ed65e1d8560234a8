import { createShareLink } from "@/lib/client/http/resources/links-api";
import type { CreateShareLink } from "@/lib/contracts/transfer/links";
import { sealShared } from "@/lib/share/envelope";
import { scrypt } from "@/lib/share/scrypt";

/** `url`: the whole link, with its key. */
export type MadeLink = { url: string; views: number; expiresAt: string; hasPassphrase: boolean };

/** Encrypts here and sends the ciphertext. The key goes nowhere but into the link. */
export async function makeLink(
  text: string,
  passphrase: string | null,
  given: Omit<CreateShareLink, "ciphertext">,
): Promise<MadeLink> {
  const { ciphertext, key } = await sealShared(text, passphrase, scrypt);
  const { url, expiresAt } = await createShareLink({ body: { ...given, ciphertext } });
  return { url: `${url}#${key}`, views: given.views, expiresAt, hasPassphrase: passphrase !== null };
}
