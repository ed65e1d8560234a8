/** Whether a URL's host is this machine, by name or address. Data sent there never leaves the machine. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
