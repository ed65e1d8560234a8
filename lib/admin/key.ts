import type { Command } from "commander";
import { CreateAccessKey } from "../contracts/access-keys";
import { email as emailSchema } from "../contracts/account";
import { type Scope, scopes as allScopes } from "../contracts/scopes";
import { createAccessKey } from "../services/access-keys";
import { findUser } from "../identity/users";
import type { AdminContext } from "./context";
import { openVault } from "./open-vault";
import { printLine, tellLine } from "./print";
import { checked } from "./values";

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
      "an ISO 8601 date or date-time with a zone, such as 2027-01-31; without, it never expires",
    )
    .action(async (email: string, { name, scopes, expires }: { name: string; scopes: string; expires?: string }) => {
      const wanted = checked(
        CreateAccessKey,
        {
          name,
          scopes: scopes.split(",").map((scope) => scope.trim() as Scope),
          ...(expires === undefined ? {} : { expiresAt: expires }),
        },
        "The key's",
      );
      const address = checked(emailSchema(), email, "The e-mail address");
      await openVault(context);
      const { id } = await findUser(address);
      const made = await createAccessKey(
        { caller: { kind: "session", userId: id, sessionId: "operator", provenAt: new Date() } },
        wanted,
      );
      tellLine(`access key ${made.name} (${made.keyPrefix}…) of ${address}, shown only once:`);
      printLine(made.key);
    });
}
