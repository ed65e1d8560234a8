/**
 * Shapes of well-known credentials. Each is a fixed prefix followed by one run of characters, so none can backtrack
 * far.
 */
const tokenShapes = [
  /\bsvc_[A-Za-z0-9_-]{20}/,
  /\b(?:sk|pk|rk|whsec)_(?:(?:live|test)_)?[A-Za-z0-9]{12}/,
  /\bsk-[A-Za-z0-9_-]{16}/,
  /\bgh[opsur]_[A-Za-z0-9]{20}/,
  /\bgithub_pat_[A-Za-z0-9_]{20}/,
  /\bgl(?:pat|dt|rt)-[A-Za-z0-9_-]{16}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10}/,
  /\bhooks\.slack\.com\/services\/\w/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d/,
  /\bA[KS]IA[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30}/,
  /\bGOCSPX-[A-Za-z0-9_-]{20}/,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16}/,
  /\b(?:npm|hf|shpat|shpss|dop_v1|lin_api|pypi)[_-][A-Za-z0-9_-]{20}/,
  // Requires a digit, since the rest of a name may be as long.
  /\b(?:sbp|sb_secret|glsa|glc|sntry[su]|figd|ntn|dckr_pat|gsk|r8|pscale_(?:tkn|pw)|apify_api|rubygems|shp(?:ca|pa)|do[or]_v1|vercel_blob_rw|phx)_(?=[a-z_=.-]*[0-9A-Z])[A-Za-z0-9_=.-]{16}/,
  /\b(?:xapp|xkeysib|xsmtpsib|pat-(?:na|eu)\d|PMAK|NRAK|CFPAT|pplx|xai|tskey-[a-z]+|sq0(?:csp|atp))-(?=[a-z_-]*[0-9A-Z])[A-Za-z0-9_-]{16}/,
  /\bre_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16}/,
  /\bya29\.[A-Za-z0-9_-]{20}/,
  /\bATATT3[A-Za-z0-9_=-]{20}/,
  /\bdp\.(?:pt|st|ct|sa)\.[A-Za-z0-9._-]{20}/,
  /\bhvs\.[A-Za-z0-9_-]{20}/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20}/,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/,
  /\botpauth:\/\//i,
  /\b[a-z][a-z0-9+]{1,20}:\/\/[^\s/:@]{0,100}:[^\s/@]{1,200}@/i,
  // Many services' keys are UUIDs.
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i,
  // A base32 TOTP secret.
  /\b(?=[A-Z]*[2-7][A-Z]*[2-7])[A-Z2-7]{16,}\b/,
  // A value after the name of a secret: an assignment, or a sentence that states a password.
  /(?:key|secret|token|passw(?:or)?d|passphrase|pwd)["']?=["']?[^\s"'=<>${}]{6}/i,
  /\bpass(?:word|wd|phrase)?(?: is|:)\s{1,3}["']?(?=\S{0,60}\d)(?=\S{0,60}[a-z])\S{8}/i,
];

/**
 * Whether a sentence seems to contain a credential: a known shape, or a long run of characters that is too random for a
 * name.
 */
export function seemsToHoldSecret(text: string): boolean {
  return tokenShapes.some((shape) => shape.test(text)) || text.split(/[\s"'`,;()<>[\]{}|]+/).some(isRandomLooking);
}

const randomCharactersMin = 14;
const partLengthMin = 5;
/**
 * The average length of a run of letters of one case, a capitalised word or a number. Runs are long in names and short
 * in random text.
 */
const runLengthMin = 3.2;
const longPart = 20;
/** Bits per character. A long part with letters and digits exceeds this only if it is random. */
const entropyMin = 3.7;
const hexEntropyMin = 2.9;

function isRandomLooking(word: string): boolean {
  // A variable's name, such as STRIPE_SECRET_KEY_2.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(word) && word.split("_").every((part) => part.length < longPart))
    return false;
  const random = word
    .split(/[-_./:=@?&#%~+*!\\]+/)
    .filter((part) => part.length >= partLengthMin && isRandomPart(part));
  return random.reduce((sum, part) => sum + part.length, 0) >= randomCharactersMin;
}

function isRandomPart(part: string): boolean {
  if (!/\p{L}/u.test(part)) return false;
  const runs = part.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu) ?? [];
  if (part.length / runs.length < runLengthMin) return true;
  if (part.length < longPart || !/\d/.test(part)) return false;
  return entropy(part) >= (/^[0-9a-f]+$/i.test(part) ? hexEntropyMin : entropyMin);
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
