import type { Command } from "commander";
import { CreateAccessKey } from "../../contracts/access/access-keys";
import { email as emailSchema } from "../../contracts/people/account";
import { type BoundEnvironment, boundEnvironments, revealsPerDayMax } from "../../contracts/access/grants";
import { type Scope, scopes as allScopes } from "../../contracts/access/scopes";
import { createAccessKey } from "../../services/access/access-keys";
import { fromOne } from "../../env";
import { findUser } from "../../identity/accounts/users";
import { UsageError } from "../cli-error";
import type { AdminContext } from "../context";
import { openVault } from "../open-vault";
import { printLine, tellLine } from "../print";
import { checked } from "../values";

type Limits = {
  projects?: string;
  environments?: string;
  addresses?: string;
  revealsPerDay?: string;
  canary?: boolean;
};
type KeyOptions = Limits & { name: string; scopes: string; expires?: string };

/** The options that give the fields of a key. */
const optionOf = {
  name: "--name",
  scopes: "--scopes",
  expiresAt: "--expires",
  projects: "--projects",
  environments: "--environments",
  addresses: "--addresses",
};

const listOf = (text: string) => text.split(",").map((item) => item.trim());

const limitsOf = ({ projects, environments, addresses, revealsPerDay, canary }: Limits) => ({
  ...(projects !== undefined && { projects: listOf(projects) }),
  ...(environments !== undefined && { environments: listOf(environments) as BoundEnvironment[] }),
  ...(addresses !== undefined && { addresses: listOf(addresses) }),
  ...(revealsPerDay !== undefined && {
    revealsPerDay: checked(fromOne(revealsPerDayMax), revealsPerDay, "--reveals-per-day"),
  }),
  ...(canary && { canary }),
});

export function addKeyCommands(program: Command, context: AdminContext): void {
  const key = program.command("key").description("create access keys without a browser, for provisioning");
  key
    .command("add")
    .description("create an access key for an account and print it once, alone on standard output")
    .argument("<email>", "the account that owns the key")
    .requiredOption("--name <name>", "what the key is for")
    .requiredOption("--scopes <scopes>", `what it may do, separated by commas: ${allScopes.join(", ")}`)
    .option(
      "--expires <date>",
      "an ISO 8601 date or date-time with a zone, such as 2027-01-31; if omitted, it never expires",
    )
    .option("--projects <names>", "limit it to these projects, separated by commas")
    .option("--environments <names>", `limit it to these, separated by commas: ${boundEnvironments.join(", ")}`)
    .option("--addresses <ranges>", "limit it to these IP addresses and CIDR ranges, separated by commas")
    .option("--reveals-per-day <number>", "let it reveal at most this many values in any 24 hours")
    .option("--canary", "make it a trap: whoever uses it is refused, and an alarm is raised")
    .action(async (email: string, { name, scopes, expires, ...limits }: KeyOptions) => {
      const wanted = checked(
        CreateAccessKey,
        {
          name,
          scopes: scopes.split(",").map((scope) => scope.trim() as Scope),
          ...(expires === undefined ? {} : { expiresAt: expires }),
          ...limitsOf(limits),
        },
        optionOf,
      );
      if (wanted.expiresAt && Date.parse(wanted.expiresAt) <= Date.now())
        throw new UsageError(`--expires ${expires} has passed: a key that nobody can use was not created.`);
      const address = checked(emailSchema(), email, "The e-mail address");
      await openVault(context);
      const { id } = await findUser(address);
      const made = await createAccessKey(
        { caller: { kind: "session", userId: id, sessionId: "operator", provenAt: new Date(), isOperator: true } },
        wanted,
      );
      tellLine(`access key ${made.name} (${made.keyPrefix}…) of ${address}, shown only once:`);
      printLine(made.key);
    });
}
