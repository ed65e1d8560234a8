-- What was done in each vault.
CREATE TABLE "Activity" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "action" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorUserId" TEXT,
    "actorName" TEXT,
    "actorKeyId" TEXT,
    "actorKeyPrefix" TEXT,
    "address" TEXT,
    "userAgent" TEXT,
    "objectKind" TEXT,
    "objectId" TEXT,
    "objectName" TEXT,
    "project" TEXT,
    "environment" TEXT,
    "valueId" TEXT,
    "count" INTEGER,
    "outcome" TEXT NOT NULL,
    "requestId" TEXT,
    "mac" TEXT NOT NULL,
    CONSTRAINT "Activity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Activity_userId_number_key" ON "Activity"("userId", "number");
CREATE INDEX "Activity_userId_objectId_number_idx" ON "Activity"("userId", "objectId", "number");
CREATE INDEX "Activity_userId_actorUserId_number_idx" ON "Activity"("userId", "actorUserId", "number");
CREATE INDEX "Activity_userId_actorKeyId_number_idx" ON "Activity"("userId", "actorKeyId", "number");
CREATE INDEX "Activity_userId_at_idx" ON "Activity"("userId", "at");

CREATE TABLE "ActivityHead" (
    "userId" TEXT NOT NULL PRIMARY KEY,
    "number" INTEGER NOT NULL,
    "mac" TEXT NOT NULL,
    "startNumber" INTEGER NOT NULL DEFAULT 0,
    "startMac" TEXT,
    "anchor" TEXT,
    CONSTRAINT "ActivityHead_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Keys of former master keys, under which records were signed.
CREATE TABLE "ActivityKey" (
    "keyId" TEXT NOT NULL PRIMARY KEY,
    "sealedKey" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
