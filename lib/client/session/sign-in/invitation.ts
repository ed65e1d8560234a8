const key = "invitation";
const takenAlongKey = "invitation-taken-along";

/**
 * The token of an invitation's link, in this tab until it is used: signing in and registering load other pages on the
 * way. It never stands in an address that is sent or kept.
 */
export function keptInvitation(): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepInvitation(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Storage is blocked: the link has to be opened again after signing in.
  }
}

export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(key);
    window.sessionStorage.removeItem(takenAlongKey);
  } catch {
    // Nothing was kept.
  }
}

/** Notes that the invitation goes to the provider along with the sign-in, which accepts it if it makes an account. */
export function takeAlong(): void {
  try {
    window.sessionStorage.setItem(takenAlongKey, "yes");
  } catch {
    // The page then says that the invitation was used.
  }
}

export function wasTakenAlong(): boolean {
  try {
    return window.sessionStorage.getItem(takenAlongKey) !== null;
  } catch {
    return false;
  }
}

export const deadInvitation =
  "This invitation does not work: it was used, has expired, was withdrawn, or is for another e-mail address. Ask for a new link.";

/** The page of an invitation, and where sign-in and registration return to from it. */
export const invitationPath = "/invitation";
