/** What this product is about: SECURITY.md lists them. */
const wordsOfTheVault = ["secrets", "secret", "vault", "svc"];
const wordLengthMin = 3;
/** So few letters beside the words that anybody tries first are soon found. */
const otherLettersMin = 4;

/** Whom a password is for. */
export type Owner = { email: string; name?: string | null | undefined };

/**
 * Whether a password is hardly more than words that anybody would try on this account first, in any case: those of the
 * vault, of the e-mail address and of its owner's name. Digits, punctuation and up to three letters around them count for nothing.
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

/** The words of a name or an address, and each of them that stand together as one. */
const wordsIn = (text: string): string[] =>
  [...normal(text).split("@"), ...normal(text).split(/[^\p{L}\p{M}\p{N}]+/u)].filter(
    (word) => word.length >= wordLengthMin,
  );
