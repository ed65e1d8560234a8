import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own protocol (csrf, callback, session, signout); its options need the runtime, so they are made at the first request. */
const handler = (request: Request, context: Context): Promise<Response> => (NextAuth(nextAuthOptions()) as (request: Request, context: Context) => Promise<Response>)(request, context);

export { handler as GET, handler as POST };
