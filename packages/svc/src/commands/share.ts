import { sealShared, sharedBytesMax } from "../../../../lib/share/envelope";
import { chosenEntry, idOption } from "../variables/chosen-entry";
import { command, expectArgs, numberOf, refuseOptions, selection } from "../command";
import { CliError } from "../cli-error";
import { scrypt } from "../transfer/scrypt";
import { ask, canAsk, note, printJson, printLine, readInput, readNamed, timeText } from "../terminal/terminal";
import { selectionOf } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

export const share = command({
  usage: "NAME | --stdin | --file FILE",
  summary: "Prints a link that opens once, for somebody without an account",
  details:
    "The value of NAME, or what --stdin or --file gives, is encrypted on this machine. The key comes after the # in the link and never reaches the vault. Send the link to one person, and the passphrase, if there is one, through another channel.",
  options: {
    ...selection,
    ...idOption,
    stdin: { type: "boolean", help: "share what standard input gives, without the line break of a single line" },
    file: { type: "string", value: "FILE", asks: "files", help: "share a text file, byte for byte" },
    views: { type: "string", value: "NUMBER", help: "how often it can be opened, 1 to 10 (1)" },
    hours: { type: "string", value: "HOURS", help: "for how many hours, 1 to 168 (24)" },
    passphrase: { type: "boolean", help: "ask for a passphrase that is needed to read it" },
    hint: { type: "string", value: "TEXT", help: "a note for you and whoever opens it; not encrypted" },
  },
  offers: "names",
  examples: [
    "svc share STRIPE_SECRET_KEY -p billing --env staging",
    "svc share --file id_ed25519 --hours 2 --passphrase",
    "openssl rand -hex 32 | svc share --stdin --views 3",
  ],
  async run({ flags, args, json, settings, vault }) {
    const views = numberOf("views", flags.views, 1, 10);
    const expiresInHours = numberOf("hours", flags.hours, 24, 168);
    const given = [args.length > 0, flags.stdin === true, flags.file !== undefined].filter(Boolean);
    if (given.length !== 1) throw new CliError("usage", "Give one of NAME, --stdin and --file.");
    if (args.length === 0)
      refuseOptions(flags, ["project", "env", "id"], (option) => `${option} chooses the entry of NAME: leave it out.`);
    if (flags.passphrase && !canAsk())
      throw new CliError("usage", "--passphrase asks for it on the terminal, and there is none.");
    const text = flags.stdin
      ? (await readInput()).replace(/^([^\n]*?)\r?\n$/, "$1")
      : flags.file !== undefined
        ? readNamed(flags.file)
        : await valueOf(expectArgs(args, "NAME")[0] ?? "", vault(), selectionOf(flags, settings()), flags.id);
    if (text === "") throw new CliError("usage", "There is nothing to share: it is empty.");
    if (Buffer.byteLength(text) > sharedBytesMax) throw new CliError("usage", "A link holds at most 256 KiB.");
    const passphrase = flags.passphrase ? await askTwice() : null;
    const { ciphertext, key } = await sealShared(text, passphrase, scrypt);
    const hint = flags.hint === undefined ? {} : { hint: flags.hint };
    const made = await vault().createShareLink({ ciphertext, views, expiresInHours, ...hint });
    const url = `${made.url}#${key}`;
    if (json) return printJson({ id: made.id, url, expiresAt: made.expiresAt, views });
    printLine(url);
    note(
      `It opens ${views === 1 ? "once" : `${views} times`}, until ${timeText(made.expiresAt)}. svc links --revoke ${made.id} ends it.`,
    );
  },
});

async function valueOf(
  name: string,
  vault: VaultClient,
  chosen: ReturnType<typeof selectionOf>,
  id: string | undefined,
): Promise<string> {
  const entry = await chosenEntry(vault, name, chosen, id);
  const { value } = await vault.revealEntry(entry.id);
  const found = typeof value === "string" ? value : value[name];
  if (found === undefined) throw new CliError("refused", `${name} was just changed: try again.`);
  return found;
}

/** Twice, since nobody could open the link if it were mistyped. */
async function askTwice(): Promise<string> {
  const passphrase = await ask("Passphrase (not shown): ", { hidden: true });
  if (passphrase === "") throw new CliError("usage", "The passphrase is empty.");
  if ((await ask("Once more (not shown): ", { hidden: true })) !== passphrase)
    throw new CliError("refused", "The passphrases don't match: nothing was shared.");
  return passphrase;
}
