/** Whether a URL's host is this machine itself, by name or address: what is sent there never leaves it. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
