import { z } from "zod";
import { contract } from "../contract";
import { count, name, timestamp } from "../primitives";

/*
 * Links that open once. What they hold is encrypted where they are made; the vault keeps what it can't read, and gives it
 * away as often as the creator said.
 */

const viewsMax = 10;
/** A week. */
const linkHoursMax = 168;
/** 256 KiB of text, encrypted, padded and in base64url. */
const ciphertextLengthMax = 350_000;

/** 128 random bits in base64url. */
export const linkId = () =>
  z.string().meta({
    pattern: "^[A-Za-z0-9_-]{21}[AQgw]$",
    description: "Whoever has it can spend a view: it is part of the link",
    example: "AQIDBAUGBwgJCgsMDQ4PEA",
  });

const ciphertext = () =>
  z.string().meta({ description: "Encrypted where the link was made; as it came", example: "AQAAAAAAAAAAAAAA" });

const link = {
  id: "AQIDBAUGBwgJCgsMDQ4PEA",
  hint: "The staging password for Grace",
  views: 1,
  viewsLeft: 1,
  keyId: null,
  expiresAt: "2026-03-02T09:30:00.000Z",
  createdAt: "2026-03-01T09:30:00.000Z",
};

export const ShareLink = z
  .object({
    id: linkId(),
    hint: z.string().nullable(),
    views: count().meta({ description: "How often it could be opened at first" }),
    viewsLeft: count(),
    keyId: z.uuid().nullable().meta({ description: "The access key that created it; null if a session did" }),
    expiresAt: timestamp(),
    createdAt: timestamp(),
  })
  .meta({ id: "ShareLink", example: link });
export type ShareLink = z.infer<typeof ShareLink>;

export const CreatedShareLink = z
  .object({
    id: linkId(),
    url: z.string().meta({ description: "Without the key, which its creator puts after a #" }),
    expiresAt: timestamp(),
  })
  .meta({
    id: "CreatedShareLink",
    example: { id: link.id, url: `https://vault.example.com/share/${link.id}`, expiresAt: link.expiresAt },
  });
export type CreatedShareLink = z.infer<typeof CreatedShareLink>;

export const CreateShareLink = z
  .strictObject({
    ciphertext: z
      .string()
      .min(1, "must not be empty")
      .max(ciphertextLengthMax, `must have at most ${ciphertextLengthMax} characters`)
      .regex(/^[!-~]+$/, "must be printable ASCII without spaces, such as base64")
      .meta({
        description:
          "What only the link's key opens, in any encoding: docs/cryptography.md has the form that the page of a link decrypts, in base64url",
      }),
    views: z.int().min(1).max(viewsMax),
    expiresInHours: z.int().min(1).max(linkHoursMax),
    hint: name().nullish().meta({ description: "Not encrypted: shown in the list of links, and to whoever opens it" }),
  })
  .meta({
    id: "CreateShareLink",
    example: { ciphertext: "AQAAAAAAAAAAAAAA", views: 1, expiresInHours: 24, hint: link.hint },
  });
export type CreateShareLink = z.infer<typeof CreateShareLink>;

export const OpenedShareLink = z
  .object({ ciphertext: ciphertext(), hint: z.string().nullable(), viewsLeft: count() })
  .meta({ id: "OpenedShareLink", example: { ciphertext: "AQAAAAAAAAAAAAAA", hint: link.hint, viewsLeft: 0 } });
export type OpenedShareLink = z.infer<typeof OpenedShareLink>;

const tag = "Links that open once";
const access = { scope: "entries:reveal" } as const;
const tokens = ["id"] as const;

export const listShareLinks = contract({
  id: "listShareLinks",
  method: "GET",
  path: "/links",
  tag,
  summary: "List the links that can still be opened",
  description:
    "Newest first, without what they hold. Those that the caller created; in a team, owners see everybody's. An access key sees the links that it created itself.",
  access,
  reply: { status: 200, json: z.array(ShareLink) },
});

export const createShareLink = contract({
  id: "createShareLink",
  method: "POST",
  path: "/links",
  tag,
  summary: "Create a link that opens once",
  description:
    "Or up to 10 times, for up to a week. The sender encrypts first, and puts the key after a # in the link, which no browser sends to a server: the vault can't read what the link holds.",
  access,
  body: CreateShareLink,
  reply: { status: 201, json: CreatedShareLink },
});

export const deleteShareLink = contract({
  id: "deleteShareLink",
  method: "DELETE",
  path: "/links/{id}",
  tag,
  summary: "Revoke a link",
  access,
  tokens,
  notFound: "LINK_NOT_FOUND",
  reply: { status: 204 },
});

export const openShareLink = contract({
  id: "openShareLink",
  method: "POST",
  path: "/links/{id}/open",
  tag,
  summary: "Open a link",
  description:
    "Spends a view and answers what the link holds, encrypted. The last view deletes the link. One that was spent, has expired, was revoked or never existed gets the same answer.",
  access: "public",
  tokens,
  notFound: "LINK_NOT_FOUND",
  reply: { status: 200, json: OpenedShareLink },
  errors: ["TOO_MANY_ATTEMPTS"],
});
