import type { PageFacts } from "../contracts/page-facts";
import { isMailOn } from "../auth/mail/mail-outbox";
import { runtime } from "../runtime";
import { oidcSettings } from "./oidc/settings";

/** The sign-in methods that the pages offer. */
export function signInMethods(): Omit<PageFacts, "missingFactor"> {
  const { settings } = runtime();
  return {
    password: settings.AUTH_PASSWORD_LOGIN,
    registration: settings.AUTH_PASSWORD_LOGIN && settings.AUTH_REGISTRATION === "open",
    mail: isMailOn(),
    provider: oidcSettings(settings)?.name ?? null,
    secondFactorRequired: settings.AUTH_SECOND_FACTOR === "required",
  };
}
