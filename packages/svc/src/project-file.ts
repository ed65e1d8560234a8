import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { accessKeyPattern } from "./credentials/access-key";
import { CliError } from "./cli-error";
import { readText, withoutMark } from "./terminal/terminal";

/** `mcp`: commands that agents may run, each as a list of arguments in which `*` stands for any one. */
export type ProjectFile = {
  path: string;
  url?: string;
  project?: string;
  environment?: string;
  mcp?: { allow: string[][] };
};

const fields = ["url", "project", "environment"] as const;

/** The `.svc.json` of this folder or of the nearest one above it, up to the repository's or the home folder. It is meant to be committed, so a key in it is refused. */
export function findProjectFile(folder: string): ProjectFile | null {
  for (let directory = folder; ; directory = path.dirname(directory)) {
    const file = path.join(directory, ".svc.json");
    const text = readText(file);
    if (text !== null) return { path: file, ...parseProjectFile(text, file) };
    if (directory === path.dirname(directory) || directory === homedir() || existsSync(path.join(directory, ".git")))
      return null;
  }
}

function parseProjectFile(text: string, file: string): Omit<ProjectFile, "path"> {
  if (text.search(accessKeyPattern) !== -1)
    throw new CliError(
      "usage",
      `${file} holds an access key. Such files get committed: take it out, revoke the key, and run svc login.`,
    );
  let json: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark, which JSON does not have (RFC 8259, 8.1).
    json = JSON.parse(withoutMark(text));
  } catch (error) {
    throw new CliError("usage", `${file} is not valid JSON${lineOf(error, text)}.`);
  }
  const found = json as Record<string, unknown>;
  const may = `It may contain only ${fields.join(", ")}, each a string, and mcp.`;
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new CliError("usage", `${file} is not a JSON object. ${may}`);
  for (const name of Object.keys(found).filter((other) => other !== "mcp")) {
    if (!fields.includes(name as "url"))
      // What does not look like a setting's name may be a secret.
      throw new CliError("usage", `${file} has ${/^[a-z]{1,20}$/i.test(name) ? name : "something else"}. ${may}`);
    if (typeof found[name] !== "string" || found[name] === "")
      throw new CliError("usage", `In ${file}, ${name} is not text, or is empty. ${may}`);
  }
  if (found.mcp !== undefined && !isAllowList(found.mcp))
    throw new CliError(
      "usage",
      `In ${file}, mcp is {"allow": [["npm", "test"], …]}: commands, each as a list of its arguments.`,
    );
  return found;
}

/** Where the JSON ends to be valid, as far as the error tells. */
function lineOf(error: unknown, text: string): string {
  const at = /at position (\d+)/.exec((error as Error).message)?.[1];
  return at === undefined ? "" : ` (line ${text.slice(0, Number(at)).split("\n").length})`;
}

function isAllowList(mcp: unknown): boolean {
  const isTexts = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === "string" && text !== "");
  return (
    typeof mcp === "object" &&
    mcp !== null &&
    Object.keys(mcp).join() === "allow" &&
    "allow" in mcp &&
    Array.isArray(mcp.allow) &&
    mcp.allow.every(isTexts)
  );
}
