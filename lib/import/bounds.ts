import { addFault, type Imported } from "./item";

// As in lib/contracts/primitives, whose schemas would come along.
const nameMax = 200;
const noteMax = 4_000;
const valueBytesMax = 256 * 1024;

const utf8 = new TextEncoder();
const isLonger = (text: string, max: number) => text.length > max && [...text.trim()].length > max;
const isTooLarge = (value: string) => value.length * 3 > valueBytesMax && utf8.encode(value).length > valueBytesMax;

function faultOf(names: readonly string[], notes: string | undefined, value: string): string | undefined {
  if (names.some((name) => isLonger(name, nameMax))) return "Its name has more than 200 characters";
  if (notes !== undefined && isLonger(notes, noteMax)) return "Its notes have more than 4,000 characters";
  return isTooLarge(value) ? "Its value is larger than 256 KiB" : undefined;
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
    entries: imported.entries.filter(({ category, envVarName, name, notes, value }) =>
      fits(envVarName ?? category, faultOf([category, name], notes, value)),
    ),
    twoFactor: imported.twoFactor.filter(({ service, accountName, notes, secret }) =>
      fits(service, faultOf([service, accountName], notes, secret)),
    ),
  };
}
