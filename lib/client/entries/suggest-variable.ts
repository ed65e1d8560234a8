/** Suggests the variable for a category name: "GitHub token" → GITHUB_TOKEN. */
export const suggestVariable = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_$/g, "")
    .toUpperCase();
