/*
 * Of all blanks, `util.parseEnv` of Node 20 drops only spaces around a name and a value. Others become part of them, and the
 * mark of the byte order is one: npm dotenv drops all.
 */

/** Whether an unquoted value that ends at `to` would get the blanks behind it. */
export function isBlankAfter(text: string, to: number): boolean {
  otherBlank.lastIndex = to;
  return otherBlank.test(text);
}

const otherBlank = / *[^\S \r\n]/y;

/**
 * Tells whether parseEnv reads another name than npm dotenv, or blanks as part of any value, in the assignment whose value, with
 * its quotes, stands at an offset. Nothing that is written there could change it.
 */
export function misleadingNode(text: string): (from: number) => boolean {
  // The mark of the byte order belongs to the name before the first `=`, with all lines before it.
  const markedEnd = text.startsWith("\uFEFF") ? text.indexOf("=") : -1;
  return (from) => {
    const start = lineStart(text, from);
    const before = text.slice(start, from);
    return markedEnd >= start || otherBlanks.test(before) || exportBefore.test(before);
  };
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return start;
}

const otherBlanks = /[^\S ]/;
/** parseEnv knows it with one space. */
const exportBefore = /^ *export {2,}\w/;
