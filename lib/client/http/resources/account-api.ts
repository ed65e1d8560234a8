import type * as account from "../../../contracts/people/account";
import type * as everything from "../../../contracts/vault/everything";
import type * as exports from "../../../contracts/transfer/export";
import type * as identities from "../../../contracts/people/identities";
import type * as passkeys from "../../../contracts/people/passkeys";
import type * as secondFactor from "../../../contracts/people/second-factor";
import type * as sessions from "../../../contracts/people/sessions";
import { endpoint } from "../api";

// Separate from the vault's endpoints, so that pages without account settings don't load them.
export const register = endpoint<typeof account.register>("POST", "/auth/register", "json");
export const listIdentities = endpoint<typeof identities.listIdentities>("GET", "/account/identities", "json");
export const listPasskeys = endpoint<typeof passkeys.listPasskeys>("GET", "/account/passkeys", "json");
export const beginPasskey = endpoint<typeof passkeys.beginPasskey>("POST", "/account/passkeys/options", "json");
export const createPasskey = endpoint<typeof passkeys.createPasskey>("POST", "/account/passkeys", "json");
export const renamePasskey = endpoint<typeof passkeys.renamePasskey>("PUT", "/account/passkeys/{id}", "json");
export const deletePasskey = endpoint<typeof passkeys.deletePasskey>("DELETE", "/account/passkeys/{id}", "none");
export const beginPasskeyReauthentication = endpoint<typeof passkeys.beginPasskeyReauthentication>(
  "POST",
  "/account/reauthentication/passkey/options",
  "json",
);
export const reauthenticateWithPasskey = endpoint<typeof passkeys.reauthenticateWithPasskey>(
  "POST",
  "/account/reauthentication/passkey",
  "none",
  true,
);
export const beginPasskeySignIn = endpoint<typeof passkeys.beginPasskeySignIn>("POST", "/auth/passkey/options", "json");
export const unlinkIdentity = endpoint<typeof identities.unlinkIdentity>("DELETE", "/account/identities/{id}", "none");
export const getAccount = endpoint<typeof account.getAccount>("GET", "/account", "json");
export const updateAccount = endpoint<typeof account.updateAccount>("PUT", "/account", "json");
export const deleteAccount = endpoint<typeof account.deleteAccount>("DELETE", "/account", "none");
export const changePassword = endpoint<typeof account.changePassword>("POST", "/account/password", "none");
export const reauthenticate = endpoint<typeof account.reauthenticate>(
  "POST",
  "/account/reauthentication",
  "none",
  true,
);
export const exportEntries = endpoint<typeof exports.exportEntries>("GET", "/export", "text");
export const exportEverything = endpoint<typeof everything.exportEverything>("POST", "/export/everything", "json");
export const listSessions = endpoint<typeof sessions.listSessions>("GET", "/account/sessions", "json");
export const endSession = endpoint<typeof sessions.endSession>("DELETE", "/account/sessions/{id}", "none");
export const endOtherSessions = endpoint<typeof sessions.endOtherSessions>("DELETE", "/account/sessions", "none");
export const beginSecondFactor = endpoint<typeof secondFactor.beginSecondFactor>(
  "POST",
  "/account/second-factor",
  "json",
);
export const confirmSecondFactor = endpoint<typeof secondFactor.confirmSecondFactor>(
  "POST",
  "/account/second-factor/confirm",
  "json",
);
export const removeSecondFactor = endpoint<typeof secondFactor.removeSecondFactor>(
  "DELETE",
  "/account/second-factor",
  "none",
);
export const replaceRecoveryCodes = endpoint<typeof secondFactor.replaceRecoveryCodes>(
  "POST",
  "/account/recovery-codes",
  "json",
);
