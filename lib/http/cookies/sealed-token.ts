import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";

/**
 * The header of a JWE as NextAuth writes it: AES-256-GCM directly with the key. The empty second part means that no
 * other key is wrapped.
 */
const header = `${Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url")}..`;

/** Whether a token names the one algorithm that this vault uses. */
export const isSealedAsHere = (token: string): boolean => token.startsWith(header);

/**
 * Replaces NextAuth's `decode`, which would accept every algorithm that its library can open with the key. Returns null
 * for any other algorithm. Throws if the token can't be decrypted.
 */
export const openToken = async (params: JWTDecodeParams): Promise<JWT | null> =>
  params.token && isSealedAsHere(params.token) ? decode(params) : null;
