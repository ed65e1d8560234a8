let asked = "";

/** A sentence typed into the palette, on its way to the page that takes it: in memory, so that it is in no address or history. */
export function keepSentence(sentence: string): void {
  asked = sentence;
}

export function takeSentence(): string {
  const sentence = asked;
  asked = "";
  return sentence;
}
