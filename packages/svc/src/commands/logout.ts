import { command, expectArgs } from "../command";
import { loadUrl, removeKey } from "../credentials/credentials";
import { CliError } from "../cli-error";
import { parseUrl } from "../settings";
import { note, printJson } from "../terminal/terminal";

export const logout = command({
  usage: "[--url URL]",
  summary: "Removes the access key that svc login stored on this machine",
  details: "The key itself keeps working until you revoke it on the Access keys page.",
  options: {},
  examples: ["svc logout", "svc logout --url https://vault.example.com"],
  async run({ flags, args, json }) {
    expectArgs(args);
    const given = flags as { url?: string; "insecure-http"?: boolean };
    const address = given.url ?? loadUrl();
    if (address === undefined) throw new CliError("refused", "svc login has stored no access key here.");
    const url = parseUrl(address, given["insecure-http"] === true || given.url === undefined);
    if (!removeKey(url)) throw new CliError("refused", `svc login has stored no access key for ${url.origin} here.`);
    if (json) printJson({ url: url.href });
    else note(`Removed the key for ${url.origin}. It keeps working until it is revoked on the Access keys page.`);
  },
});
