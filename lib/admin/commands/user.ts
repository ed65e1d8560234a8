import type { Command } from "commander";
import { email as emailSchema, newEmail } from "../../contracts/people/account";
import { name as nameSchema } from "../../contracts/primitives";
import { temporaryPasswordMsMax } from "../../identity/passwords/temporary";
import { resetPassword } from "../../identity/passwords";
import { assertUncommon } from "../../identity/passwords/policy";
import { addUser, deleteUser, findUser, listUsers, teamsOfAccount } from "../../identity/accounts/users";
import { askPassword, confirm } from "../ask";
import type { AdminContext } from "../context";
import { openVault } from "../open-vault";
import { printJson, printLine } from "../print";
import { CliError } from "../cli-error";
import { checked } from "../values";

const temporaryHours = temporaryPasswordMsMax / 3_600_000;
const generateHelp = `create a temporary password, which must be replaced within ${temporaryHours} hours, and print it once`;

export function addUserCommands(program: Command, context: AdminContext): void {
  const user = program.command("user").description("accounts: add, list, reset a password, delete");
  user
    .command("add")
    .description(
      "add an account, whatever AUTH_REGISTRATION says; asks for its password, or reads it from standard input",
    )
    .argument("<email>")
    .option("--name <name>", "the name shown to its owner")
    .option("--generate", generateHelp, false)
    .action(async (email: string, { name, generate }: { name?: string; generate: boolean }) => {
      const account = {
        email: checked(newEmail(), email, "The e-mail address"),
        name: name === undefined ? null : checked(nameSchema(), name, "The name"),
      };
      // Before a vault is made where there is none: a refused password leaves nothing behind.
      const password = await askPassword({ generate });
      await assertUncommon(password, "password", account);
      await openVault(context, { prepared: "made" });
      await addUser({ ...account, password, madeAt: madeAt(generate) });
      printLine(`added ${account.email}`);
      if (generate) tellMade(password);
    });
  user
    .command("list")
    .description("list the accounts: e-mail, name, creation date, number of entries and access keys")
    .option("--json", "one JSON object per line", false)
    .action(async ({ json }: { json: boolean }) => {
      await openVault(context);
      for (const { createdAt, ...row } of await listUsers()) {
        const since = createdAt.toISOString();
        if (json) printJson({ ...row, createdAt: since });
        else
          printLine(
            `${row.email}  ${row.name ?? "-"}  since ${since.slice(0, 10)}  ${row.entries} entries  ${row.accessKeys} access keys`,
          );
      }
    });
  user
    .command("reset-password")
    .description("give an account a new password and sign it out everywhere")
    .argument("<email>")
    .option("--generate", generateHelp, false)
    .option(
      "--factors-lost",
      "also turn off its second factor and delete its passkeys: first check with the owner through another channel",
      false,
    )
    .action(async (email: string, { generate, factorsLost }: { generate: boolean; factorsLost: boolean }) => {
      await openVault(context);
      const address = checked(emailSchema(), email, "The e-mail address");
      const { id } = await findUser(address);
      const password = await askPassword({ generate });
      await resetPassword(id, password, { madeAt: madeAt(generate), factorsLost });
      printLine(
        `${address} has a new password and was signed out everywhere${factorsLost ? "; it has no second factor and no passkey" : ""}`,
      );
      if (generate) tellMade(password);
    });
  user
    .command("delete")
    .description("delete an account with everything that it owns")
    .argument("<email>")
    .option("--yes", "do not ask", false)
    .action(async (email: string, { yes }: { yes: boolean }) => {
      await openVault(context);
      const address = checked(emailSchema(), email, "The e-mail address");
      const user = (await listUsers()).find((row) => row.email === address);
      if (!user) throw new CliError(`There is no account for ${address}: user list shows all accounts.`);
      const teams = (await teamsOfAccount(address)).map(({ name }) => name);
      const ending = teams.length > 0 ? `, with the teams that nobody else owns: ${teams.join(", ")}` : "";
      await confirm(
        `Delete ${address} with ${user.entries} entries and ${user.accessKeys} access keys permanently${ending}?`,
        { yes },
      );
      await deleteUser(address);
      printLine(`deleted ${address}${ending}`);
    });
}

const madeAt = (generated: boolean): Date | null => (generated ? new Date() : null);

/** On separate lines, so that a script can find the password. */
function tellMade(password: string): void {
  printLine(`password: ${password}`);
  printLine(
    `It is temporary: the owner can sign in with it once, within ${temporaryHours} hours, to choose their own.`,
  );
}
