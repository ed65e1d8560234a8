import { parse } from "@/lib/dotenv/parse";
import type { GroupField } from "./entry-form-values";

/**
 * The fields of pasted .env text; none of any other. A line between assignments that is none becomes a field as it stands, whose
 * name the form then complains about: left out, nobody would miss it.
 */
export function pastedFields(text: string): GroupField[] {
  const lines = parse(text);
  if (!lines.some(({ kind }) => kind === "assignment")) return [];
  return lines.flatMap((line) => {
    if (line.kind === "assignment") return [{ name: line.name, value: line.value }];
    if (line.kind !== "invalid") return [];
    const [name = "", ...value] = line.text.split("=");
    return [{ name: name.trim(), value: value.join("=") }];
  });
}
