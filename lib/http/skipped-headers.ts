/**
 * Headers that report what an export skipped: the number, and as many names as fit into 2,000 characters, since clients
 * limit the size of headers.
 */
export function skippedHeaders(skipped: readonly string[]): Record<string, string> {
  let names = "";
  for (const name of skipped.map(encodeURIComponent)) {
    const longer = names === "" ? name : `${names},${name}`;
    if (longer.length > 2_000) break;
    names = longer;
  }
  return { "X-Export-Skipped": String(skipped.length), ...(names === "" ? {} : { "X-Export-Skipped-Names": names }) };
}
