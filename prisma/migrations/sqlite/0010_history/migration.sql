-- What was deleted and can be restored.
CREATE TABLE "TrashItem" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "within" TEXT,
    "environment" TEXT,
    "contents" INTEGER NOT NULL DEFAULT 0,
    "deletedBy" TEXT NOT NULL,
    "deletedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "TrashItem_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "TrashItem_userId_deletedAt_idx" ON "TrashItem"("userId", "deletedAt");
CREATE INDEX "TrashItem_deletedAt_idx" ON "TrashItem"("deletedAt");

ALTER TABLE "KeyCategory" ADD COLUMN "trashId" TEXT REFERENCES "TrashItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "KeyCategory_trashId_idx" ON "KeyCategory"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "KeyEntry" ADD COLUMN "trashId" TEXT REFERENCES "TrashItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "KeyEntry_trashId_idx" ON "KeyEntry"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "TwoFactorToken" ADD COLUMN "trashId" TEXT REFERENCES "TrashItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "TwoFactorToken_trashId_idx" ON "TwoFactorToken"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "EnvProject" ADD COLUMN "trashId" TEXT REFERENCES "TrashItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "EnvProject_trashId_idx" ON "EnvProject"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "EnvFile" ADD COLUMN "trashId" TEXT REFERENCES "TrashItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "EnvFile_trashId_idx" ON "EnvFile"("trashId") WHERE "trashId" IS NOT NULL;

-- Of the files in use, a project has one of each type.
DROP INDEX "EnvFile_projectId_fileType_key";
CREATE UNIQUE INDEX "EnvFile_projectId_fileType_key" ON "EnvFile"("projectId", "fileType") WHERE "trashId" IS NULL;
CREATE INDEX "EnvFile_projectId_idx" ON "EnvFile"("projectId");

-- Which value a row has, and since when. What a value was before is not known. This is no change of the data: nothing
-- counts it.
ALTER TABLE "KeyEntry" ADD COLUMN "valueId" TEXT;
ALTER TABLE "KeyEntry" ADD COLUMN "valueVersion" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "KeyEntry" ADD COLUMN "valueAt" DATETIME;
ALTER TABLE "KeyEntry" ADD COLUMN "valueBy" TEXT;
DROP TRIGGER "KeyEntry_update_revision";
UPDATE "KeyEntry" SET "valueVersion" = "version", "valueAt" = "updatedAt";
CREATE TRIGGER "KeyEntry_update_revision" AFTER UPDATE ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
ALTER TABLE "EnvFile" ADD COLUMN "valueId" TEXT;
ALTER TABLE "EnvFile" ADD COLUMN "valueVersion" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "EnvFile" ADD COLUMN "valueAt" DATETIME;
ALTER TABLE "EnvFile" ADD COLUMN "valueBy" TEXT;
DROP TRIGGER "EnvFile_update_revision";
UPDATE "EnvFile" SET "valueVersion" = "version", "valueAt" = "updatedAt";
CREATE TRIGGER "EnvFile_update_revision" AFTER UPDATE ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
ALTER TABLE "TwoFactorToken" ADD COLUMN "valueId" TEXT;

-- The values that they had.
CREATE TABLE "EntryVersion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "valueId" TEXT,
    "fieldNames" TEXT,
    "encryptedValue" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "writtenBy" TEXT,
    "replacedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "EntryVersion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "EntryVersion_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "KeyEntry" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "EntryVersion_entryId_version_key" ON "EntryVersion"("entryId", "version");
CREATE INDEX "EntryVersion_userId_idx" ON "EntryVersion"("userId");
CREATE INDEX "EntryVersion_replacedAt_idx" ON "EntryVersion"("replacedAt");

CREATE TABLE "EnvFileVersion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "valueId" TEXT,
    "encryptedContent" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "writtenBy" TEXT,
    "replacedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "EnvFileVersion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "EnvFileVersion_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "EnvFile" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "EnvFileVersion_fileId_version_key" ON "EnvFileVersion"("fileId", "version");
CREATE INDEX "EnvFileVersion_userId_idx" ON "EnvFileVersion"("userId");
CREATE INDEX "EnvFileVersion_replacedAt_idx" ON "EnvFileVersion"("replacedAt");
