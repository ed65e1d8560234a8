/**
 * Headers that report what an export skipped, and names that it gives twice: the number, and as many names as fit into
 * 2,000 characters, since clients limit the size of headers. The latter only if there are any.
 */
export function exportHeaders(skipped: readonly string[], repeated: readonly string[]): Record<string, string> {
  return {
    ...counted("X-Export-Skipped", skipped),
    ...(repeated.length === 0 ? {} : counted("X-Export-Repeated", repeated)),
  };
}

function counted(header: string, all: readonly string[]): Record<string, string> {
  let names = "";
  for (const name of all.map(encodeURIComponent)) {
    const longer = names === "" ? name : `${names},${name}`;
    if (longer.length > 2_000) break;
    names = longer;
  }
  return { [header]: String(all.length), ...(names === "" ? {} : { [`${header}-Names`]: names }) };
}
