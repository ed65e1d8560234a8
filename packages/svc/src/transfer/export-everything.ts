import { createWriteStream, rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SealingKey } from "../../../../lib/age";
import { CliError } from "../cli-error";
import { newPassphrase } from "./sealing";
import type { VaultClient } from "../vault/vault";
import { isStream, notWritten } from "../written-file";

type Flags = {
  output?: string | undefined;
  recipient?: string | undefined;
  passphrase?: boolean | undefined;
  "passphrase-file"?: string | undefined;
  plain?: boolean | undefined;
};

/** Writes everything of the vault, sealed before it touches the disk unless somebody asks for plain text. */
export async function exportEverything(vault: VaultClient, flags: Flags): Promise<void> {
  const key = await keyIn(flags);
  const seal = key && (await sealerOf(key));
  const { output } = flags;
  if (output === undefined && process.stdout.isTTY && key)
    throw new CliError("usage", "A sealed file is not text: write it to a file with --output.");
  await vault.exportEverything(async (chunks) => {
    const source = seal
      ? Readable.fromWeb((await seal(Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)) as never)
      : Readable.from(chunks);
    if (output === undefined) await pipeline(source, process.stdout, { end: false });
    else await writeStream(output, source);
  });
}

async function keyIn(flags: Flags): Promise<SealingKey | null> {
  const { recipient, plain } = flags;
  const byPassphrase = flags.passphrase === true || flags["passphrase-file"] !== undefined;
  if ([recipient !== undefined, byPassphrase, plain === true].filter(Boolean).length !== 1)
    throw new CliError(
      "usage",
      "Everything is sealed: choose --passphrase, --passphrase-file or --recipient, or --plain for plain text.",
    );
  if (plain) return null;
  return recipient === undefined
    ? { passphrase: await newPassphrase(flags) }
    : { recipients: recipient.split(",").map((one) => one.trim()) };
}

async function sealerOf(key: SealingKey) {
  const { sealer } = await import("../../../../lib/age");
  try {
    return sealer(key);
  } catch (error) {
    throw new CliError("usage", `${(error as RangeError).message}.`);
  }
}

/** Replaces a file by one that only its owner can read, once all of it is on disk. What is not a file gets all of it. */
async function writeStream(file: string, source: Readable): Promise<void> {
  const temporary = `${file}.${process.pid}.${Date.now()}.tmp`;
  const done = removedBySignals(temporary);
  try {
    if (isStream(file)) return await pipeline(source, createWriteStream(file, { flags: "a" }));
    await pipeline(source, createWriteStream(temporary, { mode: 0o600, flags: "wx" }));
    const handle = await open(temporary, "r");
    await handle.sync().finally(() => handle.close());
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === "open" || code === "ENOSPC" ? notWritten(file, error) : error;
  } finally {
    done();
  }
}

/** Until it is called, a signal that ends svc removes the file first: it may be half of a vault, in plain text. */
function removedBySignals(file: string): () => void {
  const ending = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const done = () => ending.forEach((signal) => process.off(signal, end));
  const end = (signal: NodeJS.Signals) => {
    rmSync(file, { force: true });
    done();
    process.kill(process.pid, signal);
  };
  for (const signal of ending) process.on(signal, end);
  return done;
}
