const starts = ["age-encryption.org/v1\n", "-----BEGIN AGE ENCRYPTED FILE-----"].map((start) =>
  new TextEncoder().encode(start),
);

/** Whether a file is encrypted by age (https://age-encryption.org/v1), in binary or as text (RFC 7468). */
export const isSealed = (file: Uint8Array): boolean =>
  starts.some((start) => start.every((byte, index) => file[index] === byte));
