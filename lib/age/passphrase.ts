/** Nothing slows down whoever guesses at a file but age's own work for each guess, so a password's length is too short. */
const lengthMin = 12;
const differentMin = 6;

/** Why a new passphrase is refused, for people; null if it is not. */
export function weaknessOf(passphrase: string): string | null {
  const characters = [...passphrase];
  if (characters.length < lengthMin) return `The passphrase needs at least ${lengthMin} characters: four or five words`;
  if (new Set(characters).size < differentMin)
    return `The passphrase needs at least ${differentMin} different characters`;
  return null;
}

/** A new passphrase's strength in a word. It knows lengths only, and no dictionary. */
export function strengthOf(passphrase: string): "too weak" | "fair" | "strong" {
  if (weaknessOf(passphrase) !== null) return "too weak";
  return [...passphrase].length >= 20 ? "strong" : "fair";
}
