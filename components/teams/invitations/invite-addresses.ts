import { describeError } from "@/lib/client/http/describe-error";
import { email } from "@/lib/contracts/people/account";
import type { CreatedInvitation, Invitation } from "@/lib/contracts/people/invitations";
import type { Member } from "@/lib/contracts/people/members";

/** An address that got no invitation, and why. */
export type Refused = { address: string; why: string };
export type Invited = {
  sent: CreatedInvitation[];
  refused: Refused[];
  /** What stopped it; the addresses after it are refused with its words. */ error?: unknown;
};

/**
 * The addresses in pasted text, each once: with commas, semicolons, spaces or line breaks between, or as mail programs
 * write them, with a name before and the address in angle brackets.
 */
export function addressesIn(text: string): string[] {
  // A name in quotes may hold a comma.
  const found = text
    .replace(/"[^"\n]*"(?=\s*<)/g, "")
    .split(/[,;\n]/)
    .flatMap(addressesOf);
  return [...new Set(found.filter(Boolean).map((address) => address.toLowerCase()))];
}

/** Of a part with brackets, what stands in them and after the last ones. Before brackets stand a name and addresses. */
function addressesOf(part: string): string[] {
  const found: string[] = [];
  for (let from = 0; ;) {
    const open = part.indexOf("<", from);
    const end = open < 0 ? -1 : part.indexOf(">", open);
    if (end < 0) return [...found, ...part.slice(from).split(/\s+/)];
    found.push(...addressesBeside(part.slice(from, open)), part.slice(open + 1, end).trim());
    from = end + 1;
  }
}

/**
 * Without a name's words. An address directly before the brackets is the name of what stands in them, which may be somebody
 * else's.
 */
const addressesBeside = (words: string): string[] =>
  words
    .trim()
    .split(/\s+/)
    .slice(0, -1)
    .filter((word) => email().safeParse(word).success);

/** Why an address needs no invitation, or can't have one; undefined if it can. */
export function addressFault(
  address: string,
  members: readonly Pick<Member, "email">[],
  open: readonly Pick<Invitation, "email">[],
): string | undefined {
  if (!email().safeParse(address).success) return "Not an e-mail address";
  const isTheirs = (row: { email: string | null }) => row.email?.toLowerCase() === address;
  if (members.some(isTheirs)) return "Already a member";
  return open.some(isTheirs) ? "Already invited. Withdraw that invitation to make a new one" : undefined;
}

/**
 * Invites one after another, since the vault counts the e-mails of each person. Stops at the first request that fails: what
 * stops one mostly stops the rest.
 */
export async function inviteEach(
  addresses: readonly string[],
  faultOf: (address: string) => string | undefined,
  invite: (address: string) => Promise<CreatedInvitation>,
): Promise<Invited> {
  const invited: Invited = { sent: [], refused: [] };
  for (const address of addresses) {
    let why = invited.error === undefined ? faultOf(address) : describeError(invited.error).message;
    if (why === undefined) {
      try {
        invited.sent.push(await invite(address));
      } catch (error) {
        invited.error = error;
        why = describeError(error).message;
      }
    }
    if (why !== undefined) invited.refused.push({ address, why });
  }
  return invited;
}
