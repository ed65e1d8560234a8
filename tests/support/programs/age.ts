import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { findProgram } from "./programs";

/*
 * What somebody does who has no vault: with Debian's program age where there is one, as in CI, and otherwise with the
 * library alone.
 */

const age = findProgram("age");

export async function anIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The content of a sealed file. `identityFile` holds the identity. */
export async function openWithAge(file: string, identityFile: string): Promise<string> {
  if (age) return run(age, ["--decrypt", "--identity", identityFile, file]).toString("utf8");
  const decrypter = new Decrypter();
  decrypter.addIdentity(readFileSync(identityFile, "utf8").trim());
  return decrypter.decrypt(readFileSync(file), "text");
}

export async function sealWithAge(text: string, recipient: string, { armor = false } = {}): Promise<Uint8Array> {
  if (age) return run(age, ["--recipient", recipient, ...(armor ? ["--armor"] : [])], text);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(text);
}

function run(program: string, args: readonly string[], input = ""): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`age: ${stderr.toString("utf8")}`);
  return stdout;
}
