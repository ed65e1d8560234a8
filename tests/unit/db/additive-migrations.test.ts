import path from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "@/lib/db/migrate";
import { Prisma } from "@/lib/db/client";
import { notAdditiveIn } from "../../support/rows/additive-migrations";

const databases = ["sqlite", "postgresql"] as const;
const migrationsOf = (database: string) =>
  readMigrations(path.join(import.meta.dirname, "../../../prisma/migrations", database));

const columnsOf = Prisma as unknown as Record<string, Record<string, string>>;
const signed = new Set(
  Object.keys(Prisma.ModelName).filter((name) => columnsOf[`${name}ScalarFieldEnum`]?.mac !== undefined),
);

test("tables whose rows are signed are known", () => {
  expect([...signed]).toEqual(expect.arrayContaining(["AccessKey", "Activity", "Membership", "Session", "User"]));
});

test.each(databases)("a migration for %s that is marked as additive only adds", (database) => {
  for (const { name, sql, logs } of migrationsOf(database))
    if (logs !== null) expect([name, notAdditiveIn(sql, signed)]).toEqual([name, []]);
});

test("the same migrations are marked for both databases", () => {
  const [one, other] = databases.map((database) =>
    migrationsOf(database).flatMap(({ name, logs }) => (logs === null ? [] : [name])),
  );
  expect(one).toEqual(other);
});

const owned = `CREATE TABLE "Label" ("id" TEXT NOT NULL, "userId" TEXT NOT NULL)`;

test.each([
  owned,
  `${owned}; CREATE UNIQUE INDEX "Label_key" ON "Label"("userId", "id")`,
  `${owned}; ALTER TABLE "Label" ADD CONSTRAINT "Label_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE`,
  'CREATE INDEX "KeyEntry_notes_idx" ON "KeyEntry"("notes")',
  'ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT COLLATE "C"',
  'ALTER TABLE "KeyEntry" ADD COLUMN "rank" INTEGER NOT NULL DEFAULT 0',
])("adding is additive: %s", (sql) => {
  expect(notAdditiveIn(`-- additive: labels\n${sql};\n`, signed)).toEqual([]);
});

test.each([
  'DROP TABLE "KeyEntry"',
  'DROP INDEX "KeyEntry_userId_idx"',
  'ALTER TABLE "KeyEntry" DROP COLUMN "notes"',
  'ALTER TABLE "KeyEntry" RENAME COLUMN "notes" TO "note"',
  'ALTER TABLE "KeyEntry" ALTER COLUMN "notes" SET NOT NULL',
  'ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT NOT NULL',
  'ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT, DROP COLUMN "notes"',
  'ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT UNIQUE',
  'ALTER TABLE "AccessKey" ADD COLUMN "label" TEXT',
  'ALTER TABLE "KeyEntry" ADD CONSTRAINT "short" CHECK (length("name") < 9)',
  'CREATE UNIQUE INDEX "KeyEntry_name_key" ON "KeyEntry"("name")',
  'UPDATE "KeyEntry" SET "notes" = NULL',
  'DELETE FROM "Activity"',
  'CREATE TRIGGER "t" AFTER INSERT ON "KeyEntry" EXECUTE FUNCTION f()',
  `CREATE TABLE "Label" ("userId" TEXT REFERENCES "Owner"("id") ON DELETE RESTRICT)`,
  `CREATE TABLE "Label" ("userId" TEXT REFERENCES "Owner"("id"))`,
])("anything else is not: %s", (sql) => {
  expect(notAdditiveIn(`-- additive: labels\n${sql};\n`, signed)).toEqual([sql]);
});
