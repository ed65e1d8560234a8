import type nextAuth from "next-auth";
import type credentialsProvider from "next-auth/providers/credentials";

type Package = { NextAuth: typeof nextAuth; CredentialsProvider: typeof credentialsProvider };

let loaded: Package | undefined;

/** Loads next-auth, before anything else here is used: a vault that only scripts use never needs it. */
export async function loadNextAuth(): Promise<void> {
  loaded ??= {
    NextAuth: unwrapped((await import("next-auth")).default),
    CredentialsProvider: unwrapped((await import("next-auth/providers/credentials")).default),
  };
}

/** What a package of CommonJS exports as its default: bundlers and Node disagree on who unwraps it. */
const unwrapped = <T>(given: T): T => (given as { default?: T }).default ?? given;

export function nextAuthPackage(): Package {
  if (!loaded) throw new Error("next-auth is used before it was loaded");
  return loaded;
}
