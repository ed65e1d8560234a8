import { isVisible } from "../plain-text";
import { addFault, type Imported } from "./item";

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
