import type { CDPSession, Page } from "@playwright/test";

export type VirtualAuthenticator = {
  /** Sets whether the user's PIN or biometrics match from now on. */
  verifiesUser(verified: boolean): Promise<void>;
  /** Removes the passkeys, as on another device. */
  empty(): Promise<void>;
};

/** Gives the page's browser its own authenticator, like that of a phone or laptop, which responds without a touch. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifiesUser: async (isUserVerified) =>
      void (await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
    empty: async () => void (await devtools.send("WebAuthn.clearCredentials", { authenticatorId })),
  };
}
