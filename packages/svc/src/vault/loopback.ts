/** Whether a URL's host is this machine, so that nobody can listen in between. */
export const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
