/**
 * The page of a project. Names are trimmed, so the space only keeps browsers from reading "." and ".." as folders.
 */
export const projectPath = (name: string): string =>
  `/projects/${encodeURIComponent(name === "." || name === ".." ? `${name} ` : name)}`;

/** The name in the path of such a page, as the router hands it over; null if it is none. */
export function projectInPath(part: string): string | null {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return null;
  }
}
