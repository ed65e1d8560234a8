import { setFlagsFromString } from "node:v8";
import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { ArchiveError } from "../crypto/archive";
import { MasterKeyError } from "../crypto/sealing/keyring";
import { MigrationError } from "../db/migrate";
import { SettingsError } from "../env";
import { AppError } from "../errors";
import { loggableError } from "../log";
import { closeRuntime, isUnavailable } from "../runtime";
import { makeFilesPrivate } from "../runtime/private-files";
import { isDamage } from "../runtime/storage-fault";
import { addBackupCommand } from "./commands/backup";
import type { AdminContext } from "./context";
import { addDoctorCommand } from "./commands/doctor";
import { addKeyCommands } from "./commands/key";
import { addMigrateDatabaseCommand } from "./commands/migrate-database";
import { printText, tellLine, tellText } from "./print";
import { CliError, UsageError } from "./cli-error";
import { addRestoreCommand } from "./commands/restore";
import { addRotateCommand } from "./commands/rotate";
import { addTeamCommands } from "./commands/team";
import { addUserCommands } from "./commands/user";
import { addVerifyCommand } from "./commands/verify";

/**
 * Runs one operator command and returns its exit code: 0 done, 1 failed or refused, 2 wrong usage. Results go to
 * standard output; questions, progress and errors to standard error.
 */
export async function run(context: AdminContext, argv: readonly string[]): Promise<number> {
  makeFilesPrivate();
  // V8 would rather take memory than clear up: what goes through a million rows would take 340 MB instead of 150.
  setFlagsFromString("--optimize-for-size");
  const program = new Command("svc-admin")
    .description("Administers a vault. Settings are the vault's own, from the environment.")
    .version(version, "--version", "the version of this command, and of the vault that it belongs to")
    .exitOverride()
    .configureOutput({ writeOut: printText, writeErr: tellText })
    .showHelpAfterError("(add --help for how to use it)");
  for (const add of [
    addUserCommands,
    addTeamCommands,
    addKeyCommands,
    addBackupCommand,
    addRestoreCommand,
    addVerifyCommand,
    addRotateCommand,
    addMigrateDatabaseCommand,
    addDoctorCommand,
  ])
    add(program, context);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!isForOperator(error)) {
      // Not its message, which may quote the data.
      tellLine(`Unexpected error: ${JSON.stringify(loggableError(error))}`);
      return 1;
    }
    tellLine(sentenceOf(error));
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await closeRuntime();
  }
}

const forOperator = [CliError, UsageError, ArchiveError, MasterKeyError, MigrationError, SettingsError, AppError];
const fileFaults: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "can't be accessed by this user",
  EPERM: "can't be accessed by this user",
  EEXIST: "already exists",
  ENOSPC: "does not fit: the disk is full",
  EROFS: "is on a file system that can't be written to",
  EISDIR: "is a folder",
};

const isFileFault = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error && "syscall" in error && String(error.code) in fileFaults;
const isForOperator = (error: unknown): error is Error =>
  forOperator.some((kind) => error instanceof kind) || isFileFault(error) || isUnavailable(error) || isDamage(error);

function sentenceOf(error: Error): string {
  if (isDamage(error))
    return "The database is damaged: stop the vault, and restore the latest backup into an empty folder.";
  if (isFileFault(error)) return `${error.path ?? "The file"} ${fileFaults[String(error.code)]}.`;
  return isUnavailable(error)
    ? "The database can't be reached or written right now: make sure that it is running and its disk has space, then try again."
    : error.message;
}
