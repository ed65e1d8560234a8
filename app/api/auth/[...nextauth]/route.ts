import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth";
import type { AppError } from "@/lib/errors";
import { failureResponse } from "@/lib/http/failure";

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/**
 * NextAuth's own protocol (csrf, callback, session, signout); its options need the runtime, so they are made at each
 * request. It knows no 429: who is held back gets the API's.
 */
const handler: Handler = async (request, context) => {
  let heldBack: AppError | undefined;
  const response = await (NextAuth(nextAuthOptions({ onHeldBack: (refusal) => (heldBack = refusal) })) as Handler)(request, context);
  return heldBack ? failureResponse(heldBack) : response;
};

export { handler as GET, handler as POST };
