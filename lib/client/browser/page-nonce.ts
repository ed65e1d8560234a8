/** Next puts the page's nonce on its scripts; the style elements that an editor creates need the same one. */
export const pageNonce = (): string =>
  document.querySelector<HTMLElement>("script[nonce], link[nonce], style[nonce]")?.nonce ?? "";
