import { accessSync, constants } from "node:fs";
import path from "node:path";

/** The path of a program that this machine may have, such as a pooler or a proxy; null if it has not. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];
  const isExecutable = (file: string) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}
