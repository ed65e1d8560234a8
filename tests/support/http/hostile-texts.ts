import { importFormats, readImport } from "@/lib/import";
import { eachRow } from "@/lib/import/csv/csv-rows";
import { parse } from "@/lib/dotenv/parse";
import { readTokenSecret } from "@/lib/crypto/tokens/token-secret";
import { parseJson } from "@/lib/http/request/json";

/** Pieces of text that make a parser backtrack if there are very many of them. */
export const hostileUnits = [
  "\n",
  " ",
  "\t",
  "\r",
  "_",
  "-",
  "=",
  ",",
  '"',
  '""',
  "'",
  "`",
  "\\",
  "#",
  "a",
  "A=1\n",
  'A="\n',
  "A='\nB=\"\nC=`\n",
  "A='\\' x\n",
  "\u2028",
  "a,b\n",
  '","',
  "[",
  "{",
  "[]",
  '{"a":',
  "[1,",
  "otpauth://",
  "otpauth://totp/a?secret=A&",
  "otpauth-migration://offline?data=A",
  "%41",
  "%",
  "😀",
  "A= \u00a0",
  "export ",
  "$",
  "${A}",
];

const reading = (read: () => unknown) => {
  try {
    read();
  } catch {
    // Most such texts are refused. Only the time counts.
  }
};

/** Everything that parses text from outside. */
export const readers: Record<string, (text: string) => void> = {
  dotenv: (text) => reading(() => parse(text)),
  "csv rows": (text) => reading(() => eachRow(text, () => undefined)),
  "csv under its titles": (text) =>
    reading(() => readImport(`name,value\n${text}`, { format: "csv", project: "mine" })),
  "totp secret": (text) => reading(() => readTokenSecret(text)),
  json: (text) => reading(() => parseJson(Buffer.from(text))),
  ...Object.fromEntries(
    importFormats.map((format) => [
      `import of ${format}`,
      (text: string) => reading(() => readImport(text, { format, project: "mine" })),
    ]),
  ),
};

export const repeated = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
