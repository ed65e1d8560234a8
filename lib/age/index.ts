import { armor, Decrypter, Encrypter } from "age-encryption";
import { isForPassphrase } from "./is-sealed";
import { passphraseIdentity, passphraseRecipient, TooMuchWork } from "./passphrase-stanza";

/** What seals a file: a passphrase (age's scrypt, 2^18), or the recipients, each of whom can open it alone. */
export type SealingKey = { passphrase: string } | { recipients: readonly string[] };
/** What opens one: the passphrase, or any of the identities, `AGE-SECRET-KEY-1…`. */
export type OpeningKey = { passphrase: string } | { identities: readonly string[] };

/**
 * Makes the sealer of one file. Throws a RangeError with a message for people if a recipient can't be read, before
 * anything is sealed.
 */
export function sealer(key: SealingKey): (source: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  if ("passphrase" in key) encrypter.addRecipient(passphraseRecipient(key.passphrase));
  else
    for (const [index, recipient] of key.recipients.entries())
      try {
        encrypter.addRecipient(recipient);
      } catch {
        // Never quoted: it may be the wrong half of a key.
        const which = key.recipients.length === 1 ? "The recipient" : `Recipient ${index + 1}`;
        throw new RangeError(
          /^age-secret-key-/i.test(recipient)
            ? `${which} is the secret half of a key, which nobody else may see: give what follows "# public key:" in its file`
            : `${which} is not an age recipient: it must start with age1, as age-keygen -y prints it`,
        );
      }
  return (source) => encrypter.encrypt(source);
}

/**
 * The content of a sealed file. Throws a RangeError with a message for people if the key does not fit, or the file is
 * damaged, cut short, or asks for more work than 2^20 (a second to a quarter of a minute, and a GiB).
 */
export async function openSealed(file: Uint8Array, key: OpeningKey): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  try {
    if ("passphrase" in key) decrypter.addIdentity(passphraseIdentity(key.passphrase));
    else for (const identity of key.identities) decrypter.addIdentity(identity);
  } catch {
    throw new RangeError("an age identity can't be read: it must start with AGE-SECRET-KEY- and be on its own line");
  }
  try {
    return await decrypter.decrypt(file[0] === dash ? armor.decode(new TextDecoder().decode(file)) : file);
  } catch (error) {
    if (error instanceof TooMuchWork) throw error;
    const isRefused = error instanceof Error && error.message.startsWith("no identity matched");
    throw new RangeError(
      isRefused
        ? "passphrase" in key
          ? isForPassphrase(file)
            ? "the passphrase does not open it"
            : "it is sealed for a key, not with a passphrase: svc import --identity opens it"
          : key.identities.length === 1
            ? "the identity does not open it"
            : "none of the identities opens it"
        : "it is damaged or incomplete",
    );
  }
}

const dash = 0x2d;
