-- What was deleted and can be restored.
CREATE TABLE "TrashItem" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "within" TEXT COLLATE "C",
    "environment" TEXT COLLATE "C",
    "contents" INTEGER NOT NULL DEFAULT 0,
    "deletedBy" TEXT COLLATE "C" NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrashItem_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "TrashItem_userId_deletedAt_idx" ON "TrashItem"("userId", "deletedAt");
CREATE INDEX "TrashItem_deletedAt_idx" ON "TrashItem"("deletedAt");

ALTER TABLE "KeyCategory" ADD COLUMN "trashId" TEXT COLLATE "C";
CREATE INDEX "KeyCategory_trashId_idx" ON "KeyCategory"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "KeyEntry" ADD COLUMN "trashId" TEXT COLLATE "C";
CREATE INDEX "KeyEntry_trashId_idx" ON "KeyEntry"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "TwoFactorToken" ADD COLUMN "trashId" TEXT COLLATE "C";
CREATE INDEX "TwoFactorToken_trashId_idx" ON "TwoFactorToken"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "EnvProject" ADD COLUMN "trashId" TEXT COLLATE "C";
CREATE INDEX "EnvProject_trashId_idx" ON "EnvProject"("trashId") WHERE "trashId" IS NOT NULL;
ALTER TABLE "EnvFile" ADD COLUMN "trashId" TEXT COLLATE "C";
CREATE INDEX "EnvFile_trashId_idx" ON "EnvFile"("trashId") WHERE "trashId" IS NOT NULL;

-- Of the files in use, a project has one of each type.
DROP INDEX "EnvFile_projectId_fileType_key";
CREATE UNIQUE INDEX "EnvFile_projectId_fileType_key" ON "EnvFile"("projectId", "fileType") WHERE "trashId" IS NULL;
CREATE INDEX "EnvFile_projectId_idx" ON "EnvFile"("projectId");

-- Which value a row has, and since when. What a value was before is not known. This is no change of the data: nothing
-- counts it.
ALTER TABLE "KeyEntry" ADD COLUMN "valueId" TEXT COLLATE "C";
ALTER TABLE "KeyEntry" ADD COLUMN "valueVersion" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "KeyEntry" ADD COLUMN "valueAt" TIMESTAMP(3);
ALTER TABLE "KeyEntry" ADD COLUMN "valueBy" TEXT COLLATE "C";
ALTER TABLE "KeyEntry" DISABLE TRIGGER USER;
UPDATE "KeyEntry" SET "valueVersion" = "version", "valueAt" = "updatedAt";
ALTER TABLE "KeyEntry" ENABLE TRIGGER USER;
ALTER TABLE "EnvFile" ADD COLUMN "valueId" TEXT COLLATE "C";
ALTER TABLE "EnvFile" ADD COLUMN "valueVersion" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "EnvFile" ADD COLUMN "valueAt" TIMESTAMP(3);
ALTER TABLE "EnvFile" ADD COLUMN "valueBy" TEXT COLLATE "C";
ALTER TABLE "EnvFile" DISABLE TRIGGER USER;
UPDATE "EnvFile" SET "valueVersion" = "version", "valueAt" = "updatedAt";
ALTER TABLE "EnvFile" ENABLE TRIGGER USER;
ALTER TABLE "TwoFactorToken" ADD COLUMN "valueId" TEXT COLLATE "C";

-- The values that they had.
CREATE TABLE "EntryVersion" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "entryId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "valueId" TEXT COLLATE "C",
    "fieldNames" TEXT COLLATE "C",
    "encryptedValue" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "writtenBy" TEXT COLLATE "C",
    "replacedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EntryVersion_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "EntryVersion_entryId_version_key" ON "EntryVersion"("entryId", "version");
CREATE INDEX "EntryVersion_userId_idx" ON "EntryVersion"("userId");
CREATE INDEX "EntryVersion_replacedAt_idx" ON "EntryVersion"("replacedAt");

CREATE TABLE "EnvFileVersion" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "fileId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "valueId" TEXT COLLATE "C",
    "encryptedContent" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "writtenBy" TEXT COLLATE "C",
    "replacedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EnvFileVersion_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "EnvFileVersion_fileId_version_key" ON "EnvFileVersion"("fileId", "version");
CREATE INDEX "EnvFileVersion_userId_idx" ON "EnvFileVersion"("userId");
CREATE INDEX "EnvFileVersion_replacedAt_idx" ON "EnvFileVersion"("replacedAt");

ALTER TABLE "TrashItem" ADD CONSTRAINT "TrashItem_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "KeyCategory" ADD CONSTRAINT "KeyCategory_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES "TrashItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "KeyEntry" ADD CONSTRAINT "KeyEntry_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES "TrashItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TwoFactorToken" ADD CONSTRAINT "TwoFactorToken_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES "TrashItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvProject" ADD CONSTRAINT "EnvProject_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES "TrashItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvFile" ADD CONSTRAINT "EnvFile_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES "TrashItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EntryVersion" ADD CONSTRAINT "EntryVersion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EntryVersion" ADD CONSTRAINT "EntryVersion_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "KeyEntry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvFileVersion" ADD CONSTRAINT "EnvFileVersion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvFileVersion" ADD CONSTRAINT "EnvFileVersion_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "EnvFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;
