import type openidClient from "openid-client";

type Package = Pick<typeof openidClient, "Issuer" | "TokenSet" | "custom" | "errors">;

let loaded: Package | undefined;

/** Loads openid-client, before anybody signs in at a provider: it takes a tenth of a start, and many vaults have none. */
export async function loadOpenidClient(): Promise<void> {
  loaded ??= (await import("openid-client")).default;
}

export function openidClientPackage(): Package {
  if (!loaded) throw new Error("openid-client is used before it was loaded");
  return loaded;
}
