import type * as mail from "../../../contracts/people/mail";
import { endpoint } from "../api";

// Separate from the account's endpoints, so that the pages of sign-in load no more than they need.
export const forgotPassword = endpoint<typeof mail.forgotPassword>("POST", "/auth/forgot-password", "none");
export const resetPassword = endpoint<typeof mail.resetPassword>("POST", "/auth/reset-password", "none");
export const confirmEmail = endpoint<typeof mail.confirmEmail>("POST", "/auth/confirm-email", "none");
export const changeEmail = endpoint<typeof mail.changeEmail>("POST", "/account/email", "none");
export const getMailChoice = endpoint<typeof mail.getMailChoice>("GET", "/account/mail", "json");
export const updateMailChoice = endpoint<typeof mail.updateMailChoice>("PUT", "/account/mail", "json");
