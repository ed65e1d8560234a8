import nextAuth from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";

/** What a package of CommonJS exports as its default: bundlers and Node disagree on who unwraps it. */
const unwrapped = <T>(given: T): T => (given as { default?: T }).default ?? given;

export const NextAuth = unwrapped(nextAuth);
export const CredentialsProvider = unwrapped(credentialsProvider);
