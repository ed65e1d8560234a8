import { isMailOn } from "../auth/mail-outbox";
import { runtime } from "../runtime";
import { oidcSettings } from "./oidc/settings";

/** The sign-in methods that the pages offer. */
export type SignInMethods = {
  password: boolean;
  registration: boolean;
  /** Whether the vault sends mail. */
  mail: boolean;
  provider: string | null;
  secondFactorRequired: boolean;
};

export function signInMethods(): SignInMethods {
  const { settings } = runtime();
  return {
    password: settings.AUTH_PASSWORD_LOGIN,
    registration: settings.AUTH_PASSWORD_LOGIN && settings.AUTH_REGISTRATION === "open",
    mail: isMailOn(),
    provider: oidcSettings(settings)?.name ?? null,
    secondFactorRequired: settings.AUTH_SECOND_FACTOR === "required",
  };
}
