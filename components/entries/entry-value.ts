import { revealEntry } from "@/lib/client/http/api";
import type { RevealedEntry } from "@/lib/contracts/entries";

/** Fetches a decrypted value. Keep it in component state through `useReveal`, or pass it to the clipboard. */
export const fetchValue = async (id: string, signal?: AbortSignal): Promise<RevealedEntry["value"]> =>
  (await revealEntry({ params: { id } }, signal && { signal })).value;

/** A value as one text to paste: a group as .env lines. */
export async function fetchText(id: string, signal?: AbortSignal): Promise<string> {
  const value = await fetchValue(id, signal);
  if (typeof value === "string") return value;
  const { assignment } = await import("@/lib/dotenv/serialize");
  return Object.entries(value)
    .map(([name, text]) => assignment(name, text, "dotenv") ?? `${name}=${JSON.stringify(text)}`)
    .join("\n");
}

export async function fetchField(id: string, field: string, signal?: AbortSignal): Promise<string> {
  const value = await fetchValue(id, signal);
  return typeof value === "string" ? value : (value[field] ?? "");
}

const rowCharactersMax = 120;

/** Whether a value fits into one line of the list. */
export const fitsRow = (value: string): boolean => value.length <= rowCharactersMax && !/[\r\n]/.test(value);
