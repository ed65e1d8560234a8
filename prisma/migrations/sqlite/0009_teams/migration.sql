-- What a team is made of.
CREATE TABLE "Team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL
);

CREATE TABLE "Membership" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "bounds" TEXT,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Membership_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Membership_teamId_userId_key" ON "Membership"("teamId", "userId");
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "inviterId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "bounds" TEXT,
    "email" TEXT,
    "expiresAt" DATETIME NOT NULL,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Invitation_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");
CREATE INDEX "Invitation_teamId_createdAt_idx" ON "Invitation"("teamId", "createdAt");
CREATE INDEX "Invitation_inviterId_idx" ON "Invitation"("inviterId");
CREATE INDEX "Invitation_expiresAt_idx" ON "Invitation"("expiresAt");

-- Whom rows belong to: a person or a team, whose id it has, so that nothing needs to be sealed anew.
CREATE TABLE "Owner" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT,
    "teamId" TEXT,
    CONSTRAINT "Owner_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Owner_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Owner_id_check" CHECK ("id" IS coalesce("userId", "teamId") AND ("userId" IS NULL OR "teamId" IS NULL))
);
CREATE UNIQUE INDEX "Owner_userId_key" ON "Owner"("userId");
CREATE UNIQUE INDEX "Owner_teamId_key" ON "Owner"("teamId");
INSERT INTO "Owner" ("id", "userId") SELECT "id", "id" FROM "User";
CREATE TRIGGER "User_insert_owner" AFTER INSERT ON "User" BEGIN
    INSERT INTO "Owner" ("id", "userId") VALUES (NEW."id", NEW."id");
END;
CREATE TRIGGER "Team_insert_owner" AFTER INSERT ON "Team" BEGIN
    INSERT INTO "Owner" ("id", "teamId") VALUES (NEW."id", NEW."id");
END;

-- Each table of a vault's rows is made anew: they refer to their owner instead of to a person. Its triggers and indexes
-- go with the former table.
CREATE TABLE "new_KeyCategory" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyType" TEXT NOT NULL,
    "envVarName" TEXT,
    "icon" TEXT,
    "description" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "KeyCategory_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_KeyCategory" ("id", "userId", "name", "keyType", "envVarName", "icon", "description", "createdAt", "updatedAt", "version") SELECT "id", "userId", "name", "keyType", "envVarName", "icon", "description", "createdAt", "updatedAt", "version" FROM "KeyCategory";
DROP TABLE "KeyCategory";
ALTER TABLE "new_KeyCategory" RENAME TO "KeyCategory";
CREATE INDEX "KeyCategory_userId_name_createdAt_id_idx" ON "KeyCategory"("userId", "name", "createdAt", "id");

CREATE TABLE "new_KeyEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "categoryId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "environment" TEXT,
    "notes" TEXT,
    "fieldNames" TEXT,
    "encryptedValue" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "KeyEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "KeyEntry_categoryId_fkey" FOREIGN KEY ("categoryId") REFERENCES "KeyCategory" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_KeyEntry" ("id", "userId", "categoryId", "name", "environment", "notes", "fieldNames", "encryptedValue", "createdAt", "updatedAt", "version") SELECT "id", "userId", "categoryId", "name", "environment", "notes", "fieldNames", "encryptedValue", "createdAt", "updatedAt", "version" FROM "KeyEntry";
DROP TABLE "KeyEntry";
ALTER TABLE "new_KeyEntry" RENAME TO "KeyEntry";
CREATE INDEX "KeyEntry_userId_name_createdAt_id_idx" ON "KeyEntry"("userId", "name", "createdAt", "id");
CREATE INDEX "KeyEntry_userId_environment_idx" ON "KeyEntry"("userId", "environment");
CREATE INDEX "KeyEntry_categoryId_idx" ON "KeyEntry"("categoryId");

CREATE TABLE "new_TwoFactorToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "accountName" TEXT NOT NULL,
    "notes" TEXT,
    "encryptedSecret" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "TwoFactorToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_TwoFactorToken" ("id", "userId", "service", "accountName", "notes", "encryptedSecret", "createdAt", "updatedAt", "version") SELECT "id", "userId", "service", "accountName", "notes", "encryptedSecret", "createdAt", "updatedAt", "version" FROM "TwoFactorToken";
DROP TABLE "TwoFactorToken";
ALTER TABLE "new_TwoFactorToken" RENAME TO "TwoFactorToken";
CREATE INDEX "TwoFactorToken_userId_service_accountName_createdAt_id_idx" ON "TwoFactorToken"("userId", "service", "accountName", "createdAt", "id");

CREATE TABLE "new_EnvProject" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "EnvProject_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_EnvProject" ("id", "userId", "name", "description", "createdAt", "updatedAt", "version") SELECT "id", "userId", "name", "description", "createdAt", "updatedAt", "version" FROM "EnvProject";
DROP TABLE "EnvProject";
ALTER TABLE "new_EnvProject" RENAME TO "EnvProject";
CREATE INDEX "EnvProject_userId_name_createdAt_id_idx" ON "EnvProject"("userId", "name", "createdAt", "id");

CREATE TABLE "new_EnvFile" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "fileType" TEXT NOT NULL,
    "encryptedContent" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "EnvFile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "EnvFile_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "EnvProject" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_EnvFile" ("id", "userId", "projectId", "fileType", "encryptedContent", "createdAt", "updatedAt", "version") SELECT "id", "userId", "projectId", "fileType", "encryptedContent", "createdAt", "updatedAt", "version" FROM "EnvFile";
DROP TABLE "EnvFile";
ALTER TABLE "new_EnvFile" RENAME TO "EnvFile";
CREATE INDEX "EnvFile_userId_idx" ON "EnvFile"("userId");
CREATE UNIQUE INDEX "EnvFile_projectId_fileType_key" ON "EnvFile"("projectId", "fileType");

CREATE TABLE "new_AccessKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mac" TEXT,
    "bounds" TEXT,
    "makerId" TEXT,
    CONSTRAINT "AccessKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AccessKey_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_AccessKey" ("id", "userId", "name", "keyHash", "keyPrefix", "scopes", "expiresAt", "lastUsedAt", "createdAt", "mac", "bounds") SELECT "id", "userId", "name", "keyHash", "keyPrefix", "scopes", "expiresAt", "lastUsedAt", "createdAt", "mac", "bounds" FROM "AccessKey";
DROP TABLE "AccessKey";
ALTER TABLE "new_AccessKey" RENAME TO "AccessKey";
CREATE UNIQUE INDEX "AccessKey_keyHash_key" ON "AccessKey"("keyHash");
CREATE INDEX "AccessKey_userId_name_createdAt_id_idx" ON "AccessKey"("userId", "name", "createdAt", "id");
CREATE INDEX "AccessKey_makerId_idx" ON "AccessKey"("makerId");

CREATE TABLE "new_PreviousAccessKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "accessKeyId" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PreviousAccessKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PreviousAccessKey_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_PreviousAccessKey" ("id", "userId", "accessKeyId", "keyHash", "expiresAt", "mac", "createdAt") SELECT "id", "userId", "accessKeyId", "keyHash", "expiresAt", "mac", "createdAt" FROM "PreviousAccessKey";
DROP TABLE "PreviousAccessKey";
ALTER TABLE "new_PreviousAccessKey" RENAME TO "PreviousAccessKey";
CREATE UNIQUE INDEX "PreviousAccessKey_keyHash_key" ON "PreviousAccessKey"("keyHash");
CREATE INDEX "PreviousAccessKey_userId_idx" ON "PreviousAccessKey"("userId");
CREATE INDEX "PreviousAccessKey_accessKeyId_idx" ON "PreviousAccessKey"("accessKeyId");

CREATE TABLE "new_RevealCount" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "accessKeyId" TEXT NOT NULL,
    "minute" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "RevealCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RevealCount_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_RevealCount" ("id", "userId", "accessKeyId", "minute", "count") SELECT "id", "userId", "accessKeyId", "minute", "count" FROM "RevealCount";
DROP TABLE "RevealCount";
ALTER TABLE "new_RevealCount" RENAME TO "RevealCount";
CREATE UNIQUE INDEX "RevealCount_accessKeyId_minute_key" ON "RevealCount"("accessKeyId", "minute");
CREATE INDEX "RevealCount_userId_idx" ON "RevealCount"("userId");
CREATE INDEX "RevealCount_minute_idx" ON "RevealCount"("minute");

-- The count of the writes to what an owner has, on the person's row or the team's; a row that changes hands counts for
-- both.
CREATE TRIGGER "KeyCategory_insert_revision" AFTER INSERT ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;
CREATE TRIGGER "KeyCategory_update_revision" AFTER UPDATE ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
CREATE TRIGGER "KeyCategory_delete_revision" AFTER DELETE ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
CREATE TRIGGER "KeyEntry_insert_revision" AFTER INSERT ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;
CREATE TRIGGER "KeyEntry_update_revision" AFTER UPDATE ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
CREATE TRIGGER "KeyEntry_delete_revision" AFTER DELETE ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
CREATE TRIGGER "TwoFactorToken_insert_revision" AFTER INSERT ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;
CREATE TRIGGER "TwoFactorToken_update_revision" AFTER UPDATE ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
CREATE TRIGGER "TwoFactorToken_delete_revision" AFTER DELETE ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
CREATE TRIGGER "EnvProject_insert_revision" AFTER INSERT ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;
CREATE TRIGGER "EnvProject_update_revision" AFTER UPDATE ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
CREATE TRIGGER "EnvProject_delete_revision" AFTER DELETE ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
CREATE TRIGGER "EnvFile_insert_revision" AFTER INSERT ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;
CREATE TRIGGER "EnvFile_update_revision" AFTER UPDATE ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" IN (NEW."userId", OLD."userId");
END;
CREATE TRIGGER "EnvFile_delete_revision" AFTER DELETE ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
    UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
