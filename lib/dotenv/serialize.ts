import { isVariableName } from "./name";

/**
 * The programs that read the text back, byte for byte:
 * - `dotenv`: both npm dotenv 18 and Node 20's `util.parseEnv` (also behind `node --env-file`);
 * - `next`: @next/env 16, which expands `$` even between single quotes;
 * - `compose`: compose-go's dotenv package, behind `docker compose` (`env_file`, `.env`);
 * - `docker`: `docker run --env-file`, which does not support quotes (docker/cli, pkg/kvfile);
 * - `shell`: `set -a; . file` in bash and in a POSIX `sh`.
 */
export type LineDialect = "dotenv" | "next" | "compose" | "docker" | "shell";

/**
 * The right-hand side of `NAME=…`, or null if some of the dialect's readers would not return `value` exactly. It never
 * disturbs the lines around it. The dialect's own readers expand no variable and run no command. Another dialect's
 * readers may (a shell runs what `dotenv` puts between backticks), so never use one dialect instead of another.
 */
export function quote(value: string, dialect: LineDialect): string | null {
  if (!isRepresentable(value)) return null;
  if (/^[A-Za-z0-9_./:@%+,=-]*$/.test(value)) return value;
  return quoteFor[dialect](value);
}

/** Files hold bytes and environments hold C strings, so neither can hold a lone surrogate or NUL. */
export const isRepresentable = (value: string) => value.isWellFormed() && !value.includes("\0");

/**
 * `NAME=value` without a line break at its end; null as for `quote`. Throws RangeError if `name` is not a variable
 * name.
 */
export function assignment(name: string, value: string, dialect: LineDialect): string | null {
  if (!isVariableName(name))
    throw new RangeError("Not a variable name: letters, digits and underscores, no digit first.");
  if (isReservedName(name, dialect)) return null;
  const quoted = quote(value, dialect);
  if (quoted === null) return null;
  const line = `${name}=${quoted}`;
  return dialect === "docker" && new TextEncoder().encode(line).length > dockerLineBytesMax ? null : line;
}

/** Docker reads lines with Go's bufio.Scanner. Its buffer of 64 KiB must also hold the line break. */
const dockerLineBytesMax = 64 * 1024 - 1;

/** Names that the dialect's readers would not set to the given value. */
function isReservedName(name: string, dialect: LineDialect): boolean {
  switch (dialect) {
    // Node's parsers set the name on a plain object, which ignores this one.
    case "dotenv":
      return name === "__proto__";
    // @next/env considers every name that a plain object inherits as already set.
    case "next":
      return name in {};
    // A shell manages these itself: it refuses them, loses them, or evaluates the value, which runs the command in
    // a[$(…)].
    case "shell":
      return shellNames.test(name);
    default:
      return false;
  }
}

const shellNames =
  /^(_|BASH.*|COMP_WORDBREAKS|DIRSTACK|EPOCH(REALTIME|SECONDS)|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|OPTIND|PIPESTATUS|PPID|S?RANDOM|SECONDS|SHELLOPTS|SHLVL)$/;

/**
 * One comment line. The text can't break out of it: everything that any reader could take for a line break becomes a
 * space. The caller must end every line with a line feed, this one too: parseEnv reads a last line `# a=b` without one
 * as a variable.
 */
export function comment(text: string): string {
  // Cc is C0, DEL and C1, including CR, LF, VT, FF and NEL. Zl and Zp are U+2028 and U+2029, which npm dotenv treats as
  // line breaks.
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")}`;
}

const quoteFor: Record<LineDialect, (value: string) => string | null> = {
  dotenv(value) {
    // npm dotenv turns a raw CR into LF and parseEnv drops it; parseEnv leaves "\r" undecoded. No form works for both.
    if (value.includes("\r")) return null;
    if (value.endsWith("\\")) return isPlain(value) ? value : null;
    if (!value.includes("'")) return `'${value}'`;
    if (isInertInDoubleQuotes(value)) return `"${value}"`;
    return value.includes("`") ? null : `\`${value}\``;
  },

  next(value) {
    // Every $ is expanded, in any quotes, unless a \ precedes it.
    const escaped = value.replaceAll("$", "\\$");
    // Turns a raw CR into LF, but decodes "\r".
    if (value.includes("\r")) return /"|\\[nr]|\\$/.test(value) ? null : `"${escaped.replaceAll("\r", "\\r")}"`;
    if (value.endsWith("\\")) return isPlain(value.replaceAll("$", "")) ? escaped : null;
    if (!value.includes("'")) return `'${escaped}'`;
    if (!/"|\\[nr]/.test(value)) return `"${escaped}"`;
    return value.includes("`") ? null : `\`${escaped}\``;
  },

  compose(value) {
    // Between single quotes only \' is special. A \ at the end would form one.
    if (!/'|\r|\\$/.test(value)) return `'${value}'`;
    // Between double quotes it removes escapes, then expands $NAME. \$ survives both.
    const escaped = value
      .replace(/["\\$]/g, "\\$&")
      .replaceAll("\n", "\\n")
      .replaceAll("\r", "\\r");
    return `"${escaped}"`;
  },

  docker(value) {
    // A CR at the end of a line counts as part of the line break.
    return /\n|\r$/.test(value) ? null : value;
  },

  shell(value) {
    if (!value.includes("'")) return `'${value}'`;
    if (isInertInDoubleQuotes(value)) return `"${value}"`;
    return `'${value.replaceAll("'", "'\\''")}'`;
  },
};

/** Whether npm dotenv and `util.parseEnv` read the value exactly between two of this mark; false if it is not a quote. */
export function holdsBetween(mark: string, value: string): boolean {
  if (!isRepresentable(value) || value.includes("\r") || value.endsWith("\\")) return false;
  if (mark === '"') return isInertInDoubleQuotes(value);
  return (mark === "'" || mark === "`") && !value.includes(mark);
}

const isInertInDoubleQuotes = (value: string) => !/["\\$`]/.test(value);

/**
 * Whether a value that ends in `\` (a Windows path) can be written without quotes. Quotes don't work for it: npm dotenv
 * reads the last `\'` as an escaped quote and continues to the next quote that ends a line, even inside a comment.
 */
const isPlain = (value: string) => /^(?! )[ !%&(-_a-~]+$/.test(value);
