import { z } from "zod";

/** More would not fit the 8 KB that proxies allow an address. */
const heldMax = 150;

/** What may be in something that is deleted: the version of each, by its id. */
export type Held = ReadonlyMap<string, number>;

/** The query of what deletes something with its contents. */
export const OnlyHolding = z.strictObject({
  onlyHolding: z
    .string()
    .max(heldMax * 47, `must name at most ${heldMax} things`)
    .regex(
      /^(?:[0-9A-Fa-f-]{36}\.[1-9][0-9]{0,8}(?:,[0-9A-Fa-f-]{36}\.[1-9][0-9]{0,8})*)?$/,
      "must be ids with versions, such as 3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90.1, separated by commas",
    )
    .refine((text) => text.split(",").length <= heldMax, `must name at most ${heldMax} things`)
    .toLowerCase()
    .optional()
    .meta({
      description: `Deletes it only if nothing is in it but these, each at this version: at most ${heldMax} ids, each with a dot and its version, separated by commas. Empty: only if nothing is in it. Otherwise nothing is deleted: 412`,
    }),
});

/** Undefined if anything may be in it. */
export const readHeld = (text: string | undefined): Held | undefined =>
  text === undefined
    ? undefined
    : new Map(
        text
          .split(",")
          .flatMap((part): [string, number][] => (part === "" ? [] : [[part.slice(0, 36), Number(part.slice(37))]])),
      );
