/**
 * A variable's value that stands for an entry's: `svc://<category>/<entry name>/<environment>[/<field>]`, each part
 * percent-encoded (RFC 3986), `-` for no environment.
 */
export type Reference = { category: string; entry: string; environment: string | null; field: string | null };

/** How each begins. */
export const scheme = "svc://";

/** What is wrong with a malformed one, after its name, and how to write it. */
export const malformedText =
  "is not a reference: write svc://category/name/environment, with - for no environment, and /field after it for a group";

/** Whether a value is meant as a reference; it may be malformed. */
export const isReference = (value: string): boolean => value.startsWith(scheme);

/** Null if the value is not a well-formed reference. */
export function parseReference(value: string): Reference | null {
  if (!isReference(value)) return null;
  const parts = value.slice(scheme.length).split("/").map(decoded);
  const [category, entry, environment, field = null] = parts;
  if (parts.length > 4 || !category || !entry || !environment || field === "" || parts.includes(null)) return null;
  return { category, entry, environment: environment === noEnvironment ? null : environment, field };
}

const noEnvironment = "-";

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The only way that a reference is written here; every reader of .env text takes it as it is, without quotes. */
export const formatReference = ({ category, entry, environment, field }: Reference): string =>
  scheme + [category, entry, environment ?? noEnvironment, ...(field === null ? [] : [field])].map(encoded).join("/");

/** What encodeURIComponent leaves, but quotes and brackets have a meaning in a shell. */
const encoded = (part: string) =>
  encodeURIComponent(part).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
