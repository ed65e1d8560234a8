import { isVisible, plainName } from "../plain-text";
import { addFault, type Imported, type ImportedEntry } from "./item";

// As in lib/contracts, whose schemas would come along.
const nameMax = 200;
const noteMax = 4_000;
const secretMax = 2_000;
const valueBytesMax = 256 * 1024;

const utf8 = new TextEncoder();
const isLonger = (text: string, max: number) => text.length > max && [...text].length > max;
const isTooLarge = (value: string) => value.length * 3 > valueBytesMax && utf8.encode(value).length > valueBytesMax;

type Texts = { name: string; other: string; otherIs: string; notes?: string | undefined; value: string };

/** Of what every item has. `other` is the other name that it is known by. */
function faultOf({ name, other, otherIs, notes = "", value }: Texts): string | undefined {
  if (!isVisible(name)) return "It has no name";
  if (other !== "" && !isVisible(other)) return `Its ${otherIs} has nothing that can be seen`;
  if (isLonger(name, nameMax)) return "Its name has more than 200 characters";
  if (isLonger(other, nameMax)) return `Its ${otherIs} has more than 200 characters`;
  if (isLonger(notes, noteMax)) return "Its notes have more than 4,000 characters";
  return [name, other, notes, value].every((text) => text.isWellFormed())
    ? undefined
    : "It holds half a character, which can’t be stored exactly";
}

const shortened = (name: string) => (isLonger(name, nameMax) ? `${[...name].slice(0, 40).join("")}…` : name);

/** Leaves out what the vault would not take, and names it: the vault refuses all of an import for one such item. */
export function withinBounds(imported: Imported): Imported {
  const fits = (where: string, fault: string | undefined) => {
    if (fault !== undefined) addFault(imported, shortened(where), fault);
    return fault === undefined;
  };
  return {
    ...imported,
    entries: imported.entries.filter(({ category, envVarName, name: project, notes, value }) =>
      fits(
        envVarName ?? (category || project || "an item"),
        faultOf({ name: category, other: project, otherIs: "project’s name", notes, value }) ??
          (isTooLarge(value) ? "Its value is larger than 256 KiB" : undefined),
      ),
    ),
    twoFactor: imported.twoFactor.filter(({ service, accountName, notes, secret }) =>
      fits(
        service || accountName || "a two-factor token",
        faultOf({
          name: accountName && service,
          other: accountName,
          otherIs: "account’s name",
          notes,
          value: secret,
        }) ?? (secret.length > secretMax ? "Its secret has more than 2,000 characters" : undefined),
      ),
    ),
  };
}

/** Whose login a group is, as far as it says so. */
function userIn({ keyType, value }: ImportedEntry): string {
  if (keyType !== "group") return "";
  const { USERNAME, EMAIL } = JSON.parse(value) as Record<string, string>;
  return plainName(USERNAME ?? EMAIL ?? "");
}

/**
 * Gives logins and keys of one title and project names of their own: the vault takes one of each. All but the first get
 * their user's name, or a number; in the same order, the same file gives the same names. Those of the same value stay one.
 */
export function toldApart(imported: Imported): Imported {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const named = new Map<string, string>();
  const nameOf = (entry: ImportedEntry): string => {
    const { keyType, category, name: project } = entry;
    const keyOf = (name: string) => JSON.stringify([keyType, project, name]);
    if (!taken.has(keyOf(category))) return category;
    const user = userIn(entry);
    const withUser = user === "" || isLonger(`${category} (${user})`, nameMax) ? category : `${category} (${user})`;
    let free = withUser;
    const base = keyOf(withUser);
    for (let number = numbers.get(base) ?? 2; taken.has(keyOf(free)); number += 1) {
      free = `${withUser} ${number}`;
      numbers.set(base, number + 1);
    }
    return free;
  };
  return {
    ...imported,
    entries: imported.entries.map((entry) => {
      const { keyType, category, name: project, value } = entry;
      if (keyType !== "group" && keyType !== "ssh") return entry;
      const whole = JSON.stringify([keyType, project, category, value]);
      const name = named.get(whole) ?? nameOf(entry);
      named.set(whole, name);
      taken.add(JSON.stringify([keyType, project, name]));
      return name === category ? entry : { ...entry, category: name };
    }),
  };
}
