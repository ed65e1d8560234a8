import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { weaknessOf } from "../age/passphrase";
import { Registration } from "../contracts/people/account";
import { newTemporaryPassword } from "../crypto/tokens/token";
import { CliError } from "./cli-error";

/**
 * An account's password: generated, typed twice on the terminal without echo, or the first line of standard input if
 * that is not a terminal. Never an argument, which every process on the machine could read.
 */
export async function askPassword({ generate }: { generate: boolean }): Promise<string> {
  if (generate) return newTemporaryPassword();
  const password = await askLine(
    "Password: ",
    "No password was given: type one, send it on standard input, or use --generate.",
  );
  if (
    process.stdin.isTTY &&
    (await askLine("Repeat the password: ", "The password was not repeated: nothing was changed.")) !== password
  )
    throw new CliError("The passwords don't match: nothing was changed.");
  const checked = Registration.shape.password.safeParse(password);
  if (!checked.success) throw new CliError(`The password ${checked.error.issues[0]?.message ?? "is not valid"}.`);
  return checked.data;
}

/** A new passphrase for a file, asked for like a password. */
export async function askPassphrase(): Promise<string> {
  const passphrase = await askLine(
    "Passphrase for the file: ",
    "No passphrase was given: type one, or send it on standard input.",
  );
  if (
    process.stdin.isTTY &&
    (await askLine("Repeat the passphrase: ", "The passphrase was not repeated: nothing was written.")) !== passphrase
  )
    throw new CliError("The passphrases don't match: nothing was written.");
  const weakness = weaknessOf(passphrase);
  if (weakness !== null) throw new CliError(`${weakness}.`);
  return passphrase;
}

/** Asks for confirmation. Scripts pass `--yes`. */
export async function confirm(question: string, { yes }: { yes: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new CliError("This can't be undone: add --yes if nobody can confirm it here.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} (yes/no) `);
  lines.close();
  if (answer.trim() !== "yes") throw new CliError("Nothing was changed.");
}

/** Throws a CliError that says `ifNone` if the input ends before. */
async function askLine(prompt: string, ifNone: string): Promise<string> {
  const { isTTY } = process.stdin;
  if (isTTY) process.stderr.write(prompt);
  // readline echoes to its output, so give it one that discards.
  const lines = createInterface({
    input: process.stdin,
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: isTTY,
  });
  try {
    for await (const line of lines) return line;
    throw new CliError(ifNone);
  } finally {
    lines.close();
    if (isTTY) process.stderr.write("\n");
  }
}
