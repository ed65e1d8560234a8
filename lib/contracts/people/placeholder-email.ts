/**
 * The domain of placeholder addresses, used if a provider did not verify an e-mail address or it is taken here. It
 * receives no mail.
 */
export const placeholderDomain = "no-address.invalid";

export const isPlaceholderEmail = (email: string): boolean => email.endsWith(`@${placeholderDomain}`);
