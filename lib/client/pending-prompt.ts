let asked = "";

/**
 * A sentence typed into the palette, on its way to the page that uses it. In memory only, so that it appears in no URL
 * or history.
 */
export function setPendingPrompt(sentence: string): void {
  asked = sentence;
}

/** Reading has no side effect: React may render more than once. Clear it once it is shown. */
export function pendingPrompt(): string {
  return asked;
}

export function clearPendingPrompt(): void {
  asked = "";
}
