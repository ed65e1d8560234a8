import { z } from "zod";
import { environments, knownName } from "../primitives";

/** What a grant may name: `none` stands for entries without an environment, and for the files `env` and `env.local`. */
export const boundEnvironments = [...environments, "none"] as const;
export const BoundEnvironment = z.enum(boundEnvironments).meta({
  id: "BoundEnvironment",
  description: "none: entries without an environment, and the files env and env.local",
});
export type BoundEnvironment = z.infer<typeof BoundEnvironment>;

const projectsMax = 100;
const addressesMax = 100;
export const revealsPerDayMax = 1_000_000;

/** An IPv6 address with an embedded IPv4 one, and a prefix. */
const addressLengthMax = 49;

const atLeastOne = "must name at least one, or be null for all";
const atMost = (max: number) => `must have at most ${max} items`;

/** Limits of a grant. Null means no limit. */
export const grantBounds = () => ({
  projects: z
    .array(
      knownName().refine(
        (text) => text !== "*",
        "is a project's name, not a pattern: leave it out, or send null, for all",
      ),
    )
    .min(1, atLeastOne)
    .max(projectsMax, atMost(projectsMax))
    .nullish()
    .meta({ description: "Names of entries and env projects, not patterns; null for all", example: ["billing"] }),
  environments: z
    .array(BoundEnvironment)
    .min(1, atLeastOne)
    .max(boundEnvironments.length, atMost(boundEnvironments.length))
    .nullish()
    .meta({ description: "Null for all", example: ["production"] }),
});

/** One address or a range of them (CIDR, RFC 4632 and RFC 4291). */
const addressRange = () =>
  z
    .string()
    .max(addressLengthMax, `must have at most ${addressLengthMax} characters`)
    .refine(
      (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success),
      "must be an IP address or a CIDR range, such as 203.0.113.7 or 10.0.0.0/8",
    );

export const keyBounds = () => ({
  ...grantBounds(),
  addresses: z
    .array(addressRange())
    .min(1, atLeastOne)
    .max(addressesMax, atMost(addressesMax))
    .nullish()
    .meta({
      description: "IP addresses and CIDR ranges that the key may be used from; null for any",
      example: ["10.0.0.0/8"],
    }),
  revealsPerDay: z
    .int()
    .min(1)
    .max(revealsPerDayMax)
    .nullish()
    .meta({ description: "How many values may leave by this key in any 24 hours; null for any number", example: 100 }),
  canary: z
    .boolean()
    .optional()
    .meta({ description: "The key is a trap: every use of it is refused like an unknown key, and raises an alarm" }),
});

/** A grant's limits as a reply has them. */
export const grantBoundsReply = () => ({
  projects: z.array(z.string()).nullable(),
  environments: z.array(BoundEnvironment).nullable(),
});

/** The same for all of an access key's. */
export const boundsReply = () => ({
  ...grantBoundsReply(),
  addresses: z.array(z.string()).nullable(),
  revealsPerDay: z.int().nullable(),
});
