import type { RevealedEntry } from "../../contracts/vault/entries";
import { revealEntry } from "../http/api";

/** Has an event by an entry's id whenever its present value was fetched: what says who saw it last is then out of date. */
export const seenValues = new EventTarget();

/**
 * Fetches a decrypted value: the current one, or that of a `version`. Keep it in component state through `useReveal`, or
 * pass it to the clipboard.
 */
export async function fetchValue(id: string, signal?: AbortSignal, version?: number): Promise<RevealedEntry["value"]> {
  const options = signal && { signal };
  if (version === undefined) {
    const { value } = await revealEntry({ params: { id } }, options);
    seenValues.dispatchEvent(new Event(id));
    return value;
  }
  // Only a history has former versions: what calls for them is loaded with it.
  const { revealEntryVersion } = await import("../http/resources/versions-api");
  return (await revealEntryVersion({ params: { id, version: String(version) } }, options)).value;
}

/** A value as one text to paste: a group as .env lines. */
export async function fetchText(id: string, signal?: AbortSignal, version?: number): Promise<string> {
  const value = await fetchValue(id, signal, version);
  if (typeof value === "string") return value;
  const { assignment } = await import("../../dotenv/serialize");
  return Object.entries(value)
    .map(([name, text]) => assignment(name, text, "dotenv") ?? `${name}=${JSON.stringify(text)}`)
    .join("\n");
}

export async function fetchField(id: string, field: string, signal?: AbortSignal, version?: number): Promise<string> {
  const value = await fetchValue(id, signal, version);
  return typeof value === "string" ? value : (value[field] ?? "");
}

const rowCharactersMax = 120;

/** Whether a value fits into one line of the list. */
export const fitsRow = (value: string): boolean => value.length <= rowCharactersMax && !/[\r\n]/.test(value);
