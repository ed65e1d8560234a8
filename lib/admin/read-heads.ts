import { readFileSync } from "node:fs";
import { z } from "zod";
import type { PinnedHead } from "../services/maintenance/verify/verify-activity";
import { CliError } from "./cli-error";

const Head = z.object({ vaultId: z.uuid(), number: z.int().min(0), mac: z.string().nullable() });

/** Reads heads of chains, one JSON object in each line: {"vaultId": …, "number": …, "mac": …}. Throws CliError. */
export function readHeads(file: string): PinnedHead[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CliError(`The file ${file} can't be read: check its name.`);
  }
  if (text.trim() === "") throw new CliError(`The file ${file} contains no heads, so there is nothing to compare.`);
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const { data } = Head.safeParse(parsed(line));
    if (!data)
      throw new CliError(
        `Line ${index + 1} of ${file} is not a head: expected {"vaultId": "…", "number": 42, "mac": "…"}.`,
      );
    return data.mac === null ? [] : [{ vaultId: data.vaultId, number: data.number, mac: data.mac }];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
