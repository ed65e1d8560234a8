import type { TwoFactorToken } from "../../../../lib/contracts/vault/two-factor";
import { copy } from "../terminal/clipboard";
import { command, expectArgs } from "../command";
import { CliError } from "../cli-error";
import { note, printJson, printValue } from "../terminal/terminal";

export const code = command({
  usage: "SERVICE [--account NAME] [--copy]",
  summary: "Prints the current two-factor code for a service",
  details: "For a counter-based token (HOTP), each call gives the next code, never the same one twice.",
  options: {
    account: { type: "string", short: "a", value: "NAME", help: "which account, if the service has several" },
    copy: { type: "boolean", short: "c", help: "copy it to the clipboard instead" },
  },
  offers: "services",
  examples: ["svc code GitHub", "svc code AWS --account ada@example.com --copy"],
  async run({ flags, args, json, vault }) {
    const [service = ""] = expectArgs(args, "SERVICE");
    const token = chosen(await vault().listTwoFactorTokens(), service, flags.account);
    const revealed = await vault().revealCode(token.id);
    if (flags.copy) {
      await copy(revealed.code);
      note(
        `The code for ${token.service} is on the clipboard${revealed.remainingSeconds === null ? "" : `, valid for ${revealed.remainingSeconds} s`}.`,
      );
    }
    if (json) printJson(flags.copy ? { ...revealed, code: undefined } : revealed);
    else if (!flags.copy) printValue(revealed.code);
  },
});

function chosen(tokens: readonly TwoFactorToken[], service: string, account: string | undefined): TwoFactorToken {
  const isCalled = (name: string, asked: string) => name.toLowerCase() === asked.toLowerCase();
  const ofService = tokens.filter((token) => token.id === service || isCalled(token.service, service));
  const found =
    account === undefined ? ofService : ofService.filter(({ accountName }) => isCalled(accountName, account));
  if (found.length > 1)
    throw new CliError(
      "refused",
      `${service} has ${found.length} accounts: ${found.map(({ accountName }) => accountName).join(", ")}. Choose with --account.`,
    );
  if (!found[0])
    throw new CliError(
      "refused",
      `There is no two-factor token for ${service}${account === undefined ? "" : `, account ${account}`}. ${whatThereIs(tokens, ofService)}`,
    );
  return found[0];
}

const namesMax = 10;

/** The accounts of the service that was named, or else all services. */
function whatThereIs(tokens: readonly TwoFactorToken[], ofService: readonly TwoFactorToken[]): string {
  const [what, names] =
    ofService.length > 0
      ? ["Its accounts", ofService.map((token) => token.accountName)]
      : ["Services that have one", tokens.map((token) => token.service)];
  const each = [...new Set(names)];
  if (each.length === 0) return "There are none yet.";
  const more = each.length - namesMax;
  return `${what}: ${each.slice(0, namesMax).join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
}
