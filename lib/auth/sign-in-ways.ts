import { runtime } from "../runtime";
import { oidcSettings } from "./oidc/settings";

/** How one may sign in here, as the sign-in page shows it. */
export type SignInWays = { password: boolean; registration: boolean; provider: string | null };

export function signInWays(): SignInWays {
  const { settings } = runtime();
  return {
    password: settings.AUTH_PASSWORD_LOGIN,
    registration: settings.AUTH_PASSWORD_LOGIN && settings.AUTH_REGISTRATION === "open",
    provider: oidcSettings(settings)?.name ?? null,
  };
}
