const starts = ["age-encryption.org/v1\n", "-----BEGIN AGE ENCRYPTED FILE-----"].map((start) =>
  new TextEncoder().encode(start),
);

/** Whether a file is encrypted by age (https://age-encryption.org/v1), in binary or as text (RFC 7468). */
export const isSealed = (file: Uint8Array): boolean =>
  starts.some((start) => start.every((byte, index) => file[index] === byte));

const dash = 0x2d;
/** The file's first bytes, of its text form too. Its first line of 64 characters holds more than the mark. */
const head = (file: Uint8Array): string => {
  const text = new TextDecoder("latin1").decode(file.subarray(0, 256));
  return file[0] === dash ? atob(/\n([A-Za-z0-9+/]{64})/.exec(text)?.[1] ?? "") : text;
};

/** Whether a sealed file is for whoever knows its passphrase, and not for the holders of keys. */
export const isForPassphrase = (file: Uint8Array): boolean =>
  head(file).split("\n")[1]?.startsWith("-> scrypt ") === true;
