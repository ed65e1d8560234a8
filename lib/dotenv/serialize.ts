import { isVariableName } from "./name";

/**
 * Who reads the text back, byte for byte:
 * - `dotenv`: both npm dotenv 18 and Node 20's `util.parseEnv` (also behind `node --env-file`);
 * - `compose`: compose-go's dotenv package, behind `docker compose` (`env_file`, `.env`);
 * - `shell`: `set -a; . file` in bash and in a POSIX `sh`.
 */
export type Dialect = "dotenv" | "compose" | "shell";

/**
 * The right-hand side of `NAME=…`, or null if the dialect's readers would not all give `value` back exactly.
 * Never disturbs the lines around it. No variable is expanded and no command run by the dialect's own readers;
 * another dialect's may (a shell runs what `dotenv` puts between backticks), so never offer one for the other.
 */
export function quote(value: string, dialect: Dialect): string | null {
  // A file holds bytes and an environment holds C strings: half a surrogate pair and NUL have no place in them.
  if (!value.isWellFormed() || value.includes("\0")) return null;
  if (/^[A-Za-z0-9_./:@%+,=-]*$/.test(value)) return value;
  return quoteFor[dialect](value);
}

/** `NAME=value` without a line break at its end; null as for `quote`. Throws RangeError if `name` is no variable name. */
export function assignment(name: string, value: string, dialect: Dialect): string | null {
  if (!isVariableName(name)) throw new RangeError("Not a variable name: letters, digits and underscores, no digit first.");
  // Node's parsers set the name on a plain object, where this one is swallowed.
  if (dialect === "dotenv" && name === "__proto__") return null;
  const quoted = quote(value, dialect);
  return quoted === null ? null : `${name}=${quoted}`;
}

/**
 * One comment line. No text gets out of it: whatever any reader could take for a line's end becomes a space.
 * The caller ends it, and every line, with a line feed: parseEnv takes a last `# a=b` without one for a variable.
 */
export function comment(text: string): string {
  // Cc is C0, DEL and C1, with CR, LF, VT, FF and NEL; Zl and Zp are U+2028 and U+2029, after which npm dotenv reads on.
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")}`;
}

const quoteFor: Record<Dialect, (value: string) => string | null> = {
  dotenv(value) {
    // npm dotenv turns a raw CR into LF and parseEnv drops it; parseEnv leaves "\r" as it is. No form serves both.
    if (value.includes("\r")) return null;
    if (value.endsWith("\\")) return isPlain(value) ? value : null;
    if (!value.includes("'")) return `'${value}'`;
    if (isInertInDoubleQuotes(value)) return `"${value}"`;
    return value.includes("`") ? null : `\`${value}\``;
  },

  compose(value) {
    // Between single quotes only \' means something; a \ at the end would make one.
    if (!/'|\r|\\$/.test(value)) return `'${value}'`;
    // Between double quotes it unescapes, then expands $NAME; \$ survives both.
    const escaped = value.replace(/["\\$]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
    return `"${escaped}"`;
  },

  shell(value) {
    if (!value.includes("'")) return `'${value}'`;
    if (isInertInDoubleQuotes(value)) return `"${value}"`;
    return `'${value.replaceAll("'", "'\\''")}'`;
  },
};

const isInertInDoubleQuotes = (value: string) => !/["\\$`]/.test(value);

/**
 * Whether a value ending in `\` (a Windows path) can stand without quotes. Quotes are no choice there: npm dotenv
 * takes the last `\'` for an escaped quote and reads on to the next quote that ends a line, be it in a comment.
 */
const isPlain = (value: string) => /^(?! )[ !%&(-_a-~]+$/.test(value);
