/** Words about this product, listed in SECURITY.md. */
const wordsOfTheVault = ["secrets", "secret", "vault", "svc"];
const wordLengthMin = 3;
/** Fewer other letters than this are quickly guessed. */
const otherLettersMin = 4;

/** The password's owner. */
export type Owner = { email: string; name?: string | null | undefined };

/**
 * Whether a password is little more than words that an attacker would try first on this account, ignoring case: words
 * of the vault, of the e-mail address and of the owner's name. Digits, punctuation and up to three other letters don't
 * count.
 */
export function isMadeOfContextWords(password: string, owner: Owner): boolean {
  const given = normal(password);
  const words = [...new Set([...wordsOfTheVault, ...wordsIn(owner.email), ...wordsIn(owner.name ?? "")])].sort(
    (one, other) => other.length - one.length,
  );
  const rest = words.reduce((text, word) => text.replaceAll(word, " "), given);
  return rest !== given && [...rest].filter((character) => /\p{L}/u.test(character)).length < otherLettersMin;
}

const normal = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The words of a name or address, alone and joined with their neighbours. */
const wordsIn = (text: string): string[] =>
  [...normal(text).split("@"), ...normal(text).split(/[^\p{L}\p{M}\p{N}]+/u)].filter(
    (word) => word.length >= wordLengthMin,
  );
