/**
 * What pages are told before anybody is known to be signed in. The pages' process asks for it at `/page-facts`, which is
 * no part of the API: nobody else can.
 */
export type PageFacts = {
  /** The sign-in methods that the pages offer. */
  password: boolean;
  registration: boolean;
  /** Whether the vault sends mail. */
  mail: boolean;
  provider: string | null;
  secondFactorRequired: boolean;
  /** What the browser's session lacks, if the vault requires a second factor. */
  missingFactor?: "none-yet" | "passkey" | undefined;
};
