/** The domain of the stand-in for an e-mail address that a provider did not confirm, or that is taken here. Nobody has mail there. */
export const placeholderDomain = "no-address.invalid";

export const isPlaceholderEmail = (email: string): boolean => email.endsWith(`@${placeholderDomain}`);
