/**
 * Turns offsets into the text with LF for CRLF, which must not decrease from call to call, into offsets into the text
 * itself.
 */
export function originalOffsets(text: string): (offset: number) => number {
  if (!text.includes("\r\n")) return (offset) => offset;
  let [original, normalised] = [0, 0];
  return (offset) => {
    for (; normalised < offset; original += 1)
      if (text[original] !== "\r" || text[original + 1] !== "\n") normalised += 1;
    return original;
  };
}
