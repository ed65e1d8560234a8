/**
 * Whether a URL's host is this machine, by name or address. Data sent there never leaves the machine. Names below localhost
 * don't count: RFC 6761 (6.3) wants them to lead here too, but not every system's resolver does so, and DNS may lead elsewhere.
 */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
