import type { Caller } from "../../auth/caller";
import type { Environment } from "../../contracts/primitives";
import { runtime } from "../../runtime";
import type { NamedEntry } from "../../matcher";

/** An entry's names, and the ids that stay here. */
export type Names = NamedEntry & { entryId: string; categoryId: string; envVarNames: string[] };

type Row = Pick<Names, "entryId" | "categoryId" | "category" | "entry"> & {
  environment: Environment | null;
  fieldNames: string | null;
  envVarName: string | null;
};

/** The names of the caller's entries that an .env can hold. No column with a value, note or description is read. */
export async function readNames({ userId }: Caller): Promise<Names[]> {
  const rows = await runtime().reads.all<Row>(
    `SELECT e."id" AS "entryId", e."categoryId", c."name" AS "category", e."name" AS "entry", e."environment", e."fieldNames", c."envVarName"
     FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId"
     WHERE e."userId" = ? AND c."keyType" IN ('simple', 'group') ORDER BY e."name", e."createdAt", e."id"`,
    userId,
  );
  return rows.map(({ fieldNames, envVarName, ...names }) => ({
    ...names,
    envVarNames: fieldNames === null ? [envVarName ?? ""] : (JSON.parse(fieldNames) as string[]),
  }));
}
