import { isForPassphrase, isSealed } from "../../../../lib/age/is-sealed";
import { weaknessOf } from "../../../../lib/age/passphrase";
import { CliError } from "../cli-error";
import { ask, canAsk, readSecret, withoutMark } from "../terminal/terminal";

/** Options of what seals or opens a file. */
export const sealingOptions = {
  passphrase: { type: "boolean", help: "ask for a passphrase" },
  "passphrase-file": { type: "string", value: "FILE", asks: "files", help: "the passphrase is this file's first line" },
} as const;

type Flags = { passphrase?: boolean | undefined; "passphrase-file"?: string | undefined };

/** The passphrase that a file is sealed by: asked for twice, or read from a file. */
export async function newPassphrase(flags: Flags): Promise<string> {
  const passphrase = await givenPassphrase(flags, "Passphrase for the file: ");
  const weakness = weaknessOf(passphrase);
  if (weakness !== null) throw new CliError("usage", `${weakness}.`);
  if (flags["passphrase-file"] === undefined && (await ask("Repeat it: ", { hidden: true })) !== passphrase)
    throw new CliError("refused", "The passphrases don't match: nothing was written.");
  return passphrase;
}

async function givenPassphrase({ "passphrase-file": file }: Flags, question: string): Promise<string> {
  if (file === undefined) {
    if (!canAsk()) throw new CliError("usage", "svc can't ask for a passphrase here: add --passphrase-file.");
    return ask(question, { hidden: true });
  }
  return withoutMark(readSecret(file, "--passphrase-file")).split(/\r?\n/, 1)[0] ?? "";
}

/** The content of a file, opened if age sealed it. */
export async function unsealed(
  file: Uint8Array,
  flags: Flags & { identity?: string | undefined },
): Promise<Uint8Array> {
  if (!isSealed(file)) return file;
  if (isForPassphrase(file) !== (flags.identity === undefined))
    throw new CliError(
      "usage",
      flags.identity === undefined
        ? "The file is sealed for a key, not with a passphrase: add --identity with the key's file."
        : "The file is sealed with a passphrase, not for a key: leave --identity out.",
    );
  const key =
    flags.identity === undefined
      ? { passphrase: await givenPassphrase(flags, "Passphrase of the file: ") }
      : { identities: identitiesIn(flags.identity) };
  const { openSealed } = await import("../../../../lib/age");
  try {
    return await openSealed(file, key);
  } catch (error) {
    throw new CliError("refused", `The file can't be opened: ${(error as RangeError).message}.`);
  }
}

/** Of a file as age-keygen writes it: comments and lines with an identity each. */
function identitiesIn(file: string): string[] {
  const identities = withoutMark(readSecret(file, "--identity"))
    .split("\n")
    .filter((line) => line.startsWith("AGE-SECRET-KEY-"))
    .map((line) => line.trim());
  if (identities.length === 0)
    throw new CliError("usage", "The file that --identity names has no line with AGE-SECRET-KEY-….");
  return identities;
}
