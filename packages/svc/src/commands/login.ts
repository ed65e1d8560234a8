import { isAccessKey } from "../credentials/access-key";
import { command, expectArgs } from "../command";
import { saveKey } from "../credentials/credentials";
import { CliError } from "../cli-error";
import { type GlobalFlags, keyIn, parseUrl, timeoutFrom } from "../settings";
import { ask, canAsk, note, printJson, readInput } from "../terminal/terminal";
import { vaultClient } from "../vault/vault";

export const login = command({
  usage: "[--url URL] [--key-file FILE]",
  summary:
    "Stores a vault's address and an access key: in the system's keyring, or if there is none, in a file that only you can read",
  details:
    "Asks for the key, or reads it from the file of --key-file or from standard input, and checks it with the vault. Create one on the Access keys page.",
  options: {},
  examples: ["svc login", "svc login --url https://vault.example.com < key.txt"],
  async run({ flags, args, json }) {
    expectArgs(args);
    const given = flags as GlobalFlags;
    const timeoutSeconds = timeoutFrom(given.timeout);
    const address = given.url ?? (process.env.SVC_URL || (canAsk() ? await ask("The vault's address: ") : ""));
    if (address === "") throw new CliError("usage", "Which vault? Add --url.");
    const url = parseUrl(address.trim(), given["insecure-http"] === true);
    const key = await givenKey(given["key-file"]);
    if (key === "")
      throw new CliError(
        "authentication",
        "No access key was given. Create one on the Access keys page, and paste it here.",
      );
    if (!isAccessKey(key))
      throw new CliError(
        "authentication",
        "This is not an access key: a key is svc_ followed by 43 characters, the last of which are a checksum. Copy it again.",
      );
    await vaultClient({ url, key, project: undefined, env: undefined, timeoutSeconds }).assertKeyIsKnown();
    const target = saveKey(url, key);
    if (json) printJson({ url: url.href, keptIn: target });
    else note(`${url.origin} accepts the key. It is stored in ${target}.`);
  },
});

async function givenKey(file: string | undefined): Promise<string> {
  if (file !== undefined) return keyIn(file, "--key-file");
  return (canAsk() ? await ask("Access key (not shown): ", { hidden: true }) : await readInput()).trim();
}
