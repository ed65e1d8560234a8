/** What somebody may look for that stands on a page of settings: the palette finds the page by it. In lower case. */
export const pageWords = {
  account:
    "profile name e-mail password passkeys two-factor second factor recovery codes single sign-on sessions sign out theme dark light import export download backup mail calendar links webhooks delete account",
  team: "members people invite invitations roles remove leave rename calendar links webhooks import export download delete team",
} as const;
