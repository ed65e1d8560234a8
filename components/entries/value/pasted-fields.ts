import { eachLine, type ParsedLine } from "@/lib/dotenv/parse";
import type { GroupField } from "../form/entry-form-values";

/**
 * The fields of pasted .env text; none of any other. A line between assignments that is none becomes a field too, whose name the
 * form then complains about: left out, nobody would miss it. Without a name it is a value, since names are not encrypted.
 */
export function pastedFields(text: string): GroupField[] {
  const lines: ParsedLine[] = [];
  eachLine(text, (line, { from, to }) => lines.push(isEndOfKey(line, to - from) ? unnamed(line) : line));
  if (!lines.some(({ kind }) => kind === "assignment")) return [];
  return lines.flatMap((line) => {
    if (line.kind === "assignment") return [{ name: line.name, value: line.value }];
    if (line.kind !== "invalid") return [];
    const at = line.text.indexOf("=");
    const field = { name: line.text.slice(0, Math.max(at, 0)).trim(), value: line.text.slice(at + 1) };
    return [isSecret(field) ? { name: "", value: line.text } : field];
  });
}

type Assignment = Extract<ParsedLine, { kind: "assignment" }>;

/**
 * Whether what reads as a name is the end of Base64, which `=` and `==` fill up to a multiple of four characters. An empty
 * value is one more often, unless its name mixes cases as few names of variables do. `length`: of the value with its quotes,
 * which no Base64 has.
 */
const isEndOfKey = (line: ParsedLine, length: number): line is Assignment =>
  line.kind === "assignment" &&
  !line.exported &&
  line.value.length === length &&
  (line.value === "=" || (line.value === "" && (line.name.length + 1) % 4 === 0 && mixesCases(line.name)));

const mixesCases = (name: string): boolean =>
  name !== name.toUpperCase() && name !== name.toLowerCase() && !name.includes("_");

const unnamed = ({ name, value, line }: Assignment): ParsedLine => ({
  kind: "invalid",
  line,
  text: `${name}=${value}`,
  message: "",
});

/** Of a key in lines the last one often ends in `=`, and an address may hold one. */
const isSecret = ({ name, value }: GroupField): boolean => /[/+:]/.test(name) || value === "" || value === "=";
