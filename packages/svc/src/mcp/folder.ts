import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error";

/**
 * A file that an agent names, which has to lie within the folder, whatever links are on the way, and not where git keeps
 * its own. It may not exist yet.
 */
export function within(folder: string, name: string): string {
  const root = realpathSync(folder);
  const target = path.resolve(root, name);
  const parent = parentOf(target, name);
  const file = path.join(parent, path.basename(target));
  const inside = path.relative(root, file);
  if (inside === "" || inside.startsWith("..") || path.isAbsolute(inside) || inside.split(path.sep).includes(".git"))
    throw new CliError("refused", "Only files in the project's folder can be named.");
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new CliError("refused", "Only regular files can be named, not links.");
  return file;
}

function parentOf(target: string, name: string): string {
  if (name.includes("\0")) throw new CliError("refused", "No file can have this name.");
  try {
    return realpathSync(path.dirname(target));
  } catch {
    throw new CliError("refused", "There is no such folder.");
  }
}
