import { z } from "zod";

export type PreconditionHeader = "If-Match" | "If-None-Match";

/** A write's precondition: the expected versions (`*`: any existing one), or that nothing exists yet. */
export type Precondition = {
  readonly ifMatch?: readonly number[] | "*" | undefined;
  readonly ifNoneMatch?: "*" | undefined;
};

/** The headers, for the API description. */
export const preconditionHeaders: Record<PreconditionHeader, z.ZodType> = {
  "If-Match": z.string().max(16_384).optional().meta({
    description:
      'The expected version, as in the ETag: "3". Several, or * for any, as in RFC 9110, 13.1.1. If another version is current, nothing is written: 412',
  }),
  "If-None-Match": z
    .literal("*")
    .optional()
    .meta({ description: "Only if there is none yet. If there is one, nothing is written: 412" }),
};
