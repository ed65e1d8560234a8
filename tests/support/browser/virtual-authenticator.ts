import type { CDPSession, Page } from "@playwright/test";

export type VirtualAuthenticator = {
  /** Whether the person's PIN or biometry fits from here on. */
  verifiesUser(verified: boolean): Promise<void>;
  /** Takes the passkeys away, as on another device. */
  empty(): Promise<void>;
};

/** Gives the page's browser an authenticator of its own, as a phone or laptop has one, that answers without a touch. */
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
