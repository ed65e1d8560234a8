import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";

/** The header of a JWE as NextAuth writes it: the key itself, AES-256-GCM; the empty part behind it says that no other key is wrapped. */
const header = `${Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url")}..`;

/** Whether a token names the one algorithm that this vault seals with. */
export const isSealedAsHere = (token: string): boolean => token.startsWith(header);

/** `decode` of NextAuth, which would open whatever its library can with the key: null for any other algorithm. Throws when a token does not open. */
export const openToken = async (params: JWTDecodeParams): Promise<JWT | null> =>
  params.token && isSealedAsHere(params.token) ? decode(params) : null;
