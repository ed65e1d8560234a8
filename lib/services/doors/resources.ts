import type { Context } from "../../auth/context";
import type { Prisma } from "../../db/client";
import { delegateOf } from "../../db/rows";
import { tableNamed } from "../../db/tables";
import type { ErrorCode } from "../../errors";
import { runtime } from "../../runtime";

/** The tables of a vault's resources, and the error if a row does not exist. */
export const resources = {
  KeyCategory: "CATEGORY_NOT_FOUND",
  KeyEntry: "ENTRY_NOT_FOUND",
  TwoFactorToken: "TWO_FACTOR_NOT_FOUND",
  EnvProject: "ENV_PROJECT_NOT_FOUND",
  EnvFile: "ENV_FILE_NOT_FOUND",
  AccessKey: "ACCESS_KEY_NOT_FOUND",
  PreviousAccessKey: "ACCESS_KEY_NOT_FOUND",
  TrustRule: "TRUST_RULE_NOT_FOUND",
  ShareLink: "LINK_NOT_FOUND",
  Webhook: "WEBHOOK_NOT_FOUND",
} as const satisfies Partial<Record<Prisma.ModelName, ErrorCode>>;
export type Resource = keyof typeof resources;
/** Resources that can be changed. */
export type Versioned = Exclude<Resource, "AccessKey" | "PreviousAccessKey" | "TrustRule" | "ShareLink" | "Webhook">;

export type Model<T extends Resource> = Prisma.TypeMap["model"][T];
/** Columns that the client leaves out by default. */
type Secret =
  "encryptedValue" | "encryptedSecret" | "encryptedContent" | "keyHash" | "ciphertext" | "sealedTarget" | "mac";
export type VisibleRow<T extends Resource> = Omit<Model<T>["payload"]["scalars"], Secret>;
/** A new row without its owner. */
export type New<T extends Resource> = Omit<
  Extract<NonNullable<Model<T>["operations"]["createMany"]["args"]["data"]>, readonly unknown[]>[number],
  "userId"
>;
export type Changes<T extends Versioned> = Omit<
  Model<T>["operations"]["updateMany"]["args"]["data"],
  "userId" | "version"
>;
/** Identifies one row, besides its owner. */
export type Which<T extends Resource> = { id: string } & Partial<VisibleRow<T>>;

export const table = ({ tx }: Context, name: Resource) => delegateOf(tx ?? runtime().db, tableNamed(name));
