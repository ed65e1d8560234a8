import { isVariableName } from "./name";

/**
 * Who reads the text back, byte for byte:
 * - `dotenv`: both npm dotenv 18 and Node 20's `util.parseEnv` (also behind `node --env-file`);
 * - `next`: @next/env 16, which expands `$` even between single quotes;
 * - `compose`: compose-go's dotenv package, behind `docker compose` (`env_file`, `.env`);
 * - `docker`: `docker run --env-file`, which knows no quotes (docker/cli, pkg/kvfile);
 * - `shell`: `set -a; . file` in bash and in a POSIX `sh`.
 */
export type LineDialect = "dotenv" | "next" | "compose" | "docker" | "shell";

/**
 * The right-hand side of `NAME=…`, or null if the dialect's readers would not all give `value` back exactly.
 * Never disturbs the lines around it. No variable is expanded and no command run by the dialect's own readers;
 * another dialect's may (a shell runs what `dotenv` puts between backticks), so never offer one for the other.
 */
export function quote(value: string, dialect: LineDialect): string | null {
  if (!isRepresentable(value)) return null;
  if (/^[A-Za-z0-9_./:@%+,=-]*$/.test(value)) return value;
  return quoteFor[dialect](value);
}

/** A file holds bytes and an environment holds C strings: half a surrogate pair and NUL have no place in them. */
export const isRepresentable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** `NAME=value` without a line break at its end; null as for `quote`. Throws RangeError if `name` is no variable name. */
export function assignment(name: string, value: string, dialect: LineDialect): string | null {
  if (!isVariableName(name))
    throw new RangeError("Not a variable name: letters, digits and underscores, no digit first.");
  if (isReservedName(name, dialect)) return null;
  const quoted = quote(value, dialect);
  if (quoted === null) return null;
  const line = `${name}=${quoted}`;
  return dialect === "docker" && new TextEncoder().encode(line).length > dockerLineBytesMax ? null : line;
}

/** Docker reads lines with Go's bufio.Scanner, whose buffer of 64 KiB has to hold the line break as well. */
const dockerLineBytesMax = 64 * 1024 - 1;

/** Names that the dialect's readers would not set as told. */
function isReservedName(name: string, dialect: LineDialect): boolean {
  switch (dialect) {
    // Node's parsers set the name on a plain object, where this one is swallowed.
    case "dotenv":
      return name === "__proto__";
    // @next/env takes whatever a plain object inherits for set already.
    case "next":
      return name in {};
    // A shell keeps these itself: it refuses them, loses them, or computes the value, which runs what is in an a[$(…)].
    case "shell":
      return shellNames.test(name);
    default:
      return false;
  }
}

const shellNames =
  /^(_|BASH.*|COMP_WORDBREAKS|DIRSTACK|EPOCH(REALTIME|SECONDS)|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|OPTIND|PIPESTATUS|PPID|S?RANDOM|SECONDS|SHELLOPTS|SHLVL)$/;

/**
 * One comment line. No text gets out of it: whatever any reader could take for a line's end becomes a space.
 * The caller ends it, and every line, with a line feed: parseEnv takes a last `# a=b` without one for a variable.
 */
export function comment(text: string): string {
  // Cc is C0, DEL and C1, with CR, LF, VT, FF and NEL; Zl and Zp are U+2028 and U+2029, after which npm dotenv reads on.
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")}`;
}

const quoteFor: Record<LineDialect, (value: string) => string | null> = {
  dotenv(value) {
    // npm dotenv turns a raw CR into LF and parseEnv drops it; parseEnv leaves "\r" as it is. No form serves both.
    if (value.includes("\r")) return null;
    if (value.endsWith("\\")) return isPlain(value) ? value : null;
    if (!value.includes("'")) return `'${value}'`;
    if (isInertInDoubleQuotes(value)) return `"${value}"`;
    return value.includes("`") ? null : `\`${value}\``;
  },

  next(value) {
    // Every $ is expanded, whatever the quotes, unless a \ stands before it.
    const escaped = value.replaceAll("$", "\\$");
    // It turns a raw CR into LF, but decodes "\r".
    if (value.includes("\r")) return /"|\\[nr]|\\$/.test(value) ? null : `"${escaped.replaceAll("\r", "\\r")}"`;
    if (value.endsWith("\\")) return isPlain(value.replaceAll("$", "")) ? escaped : null;
    if (!value.includes("'")) return `'${escaped}'`;
    if (!/"|\\[nr]/.test(value)) return `"${escaped}"`;
    return value.includes("`") ? null : `\`${escaped}\``;
  },

  compose(value) {
    // Between single quotes only \' means something; a \ at the end would make one.
    if (!/'|\r|\\$/.test(value)) return `'${value}'`;
    // Between double quotes it unescapes, then expands $NAME; \$ survives both.
    const escaped = value
      .replace(/["\\$]/g, "\\$&")
      .replaceAll("\n", "\\n")
      .replaceAll("\r", "\\r");
    return `"${escaped}"`;
  },

  docker(value) {
    // A line's last CR is taken for a part of its end.
    return /\n|\r$/.test(value) ? null : value;
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
