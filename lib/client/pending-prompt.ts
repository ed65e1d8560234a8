let asked = "";

/** A sentence typed into the palette, on its way to the page that takes it: in memory, so that it is in no address or history. */
export function setPendingPrompt(sentence: string): void {
  asked = sentence;
}

/** Reading changes nothing: React may render a page more than once before it shows it. Forget it once it is shown. */
export function pendingPrompt(): string {
  return asked;
}

export function clearPendingPrompt(): void {
  asked = "";
}
