/** Whether a text is a file that age encrypted, armored (RFC 7468) so that it can be pasted. */
export const isSealedText = (text: string): boolean =>
  text.trimStart().startsWith("-----BEGIN AGE ENCRYPTED FILE-----");
