/**
 * What each request tells of whose page sends it, by the user's id: the vault refuses it if the session is another
 * user's by now. Empty until the page's first session was read, and on pages that need none.
 */
export const pageUser: { "X-Session-User"?: string } = {};
