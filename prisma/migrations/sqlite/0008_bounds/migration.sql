-- What an access key is limited to. Null, which its MAC leaves out, for the keys that exist by now: they stay as they are.
ALTER TABLE "AccessKey" ADD COLUMN "bounds" TEXT;

-- The key that an access key had before it was rotated.
CREATE TABLE "PreviousAccessKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "accessKeyId" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PreviousAccessKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PreviousAccessKey_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "PreviousAccessKey_keyHash_key" ON "PreviousAccessKey"("keyHash");
CREATE INDEX "PreviousAccessKey_userId_idx" ON "PreviousAccessKey"("userId");
CREATE INDEX "PreviousAccessKey_accessKeyId_idx" ON "PreviousAccessKey"("accessKeyId");

-- How many values left by an access key, minute by minute, for keys with a daily budget.
CREATE TABLE "RevealCount" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "accessKeyId" TEXT NOT NULL,
    "minute" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "RevealCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RevealCount_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "RevealCount_accessKeyId_minute_key" ON "RevealCount"("accessKeyId", "minute");
CREATE INDEX "RevealCount_userId_idx" ON "RevealCount"("userId");
CREATE INDEX "RevealCount_minute_idx" ON "RevealCount"("minute");
