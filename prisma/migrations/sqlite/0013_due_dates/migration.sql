-- When entries expire and are to be rotated. No entry has either yet.
ALTER TABLE "KeyEntry" ADD COLUMN "expiresAt" DATETIME;
ALTER TABLE "KeyEntry" ADD COLUMN "rotateEveryDays" INTEGER;
ALTER TABLE "KeyEntry" ADD COLUMN "rotateAt" DATETIME;
CREATE INDEX "KeyEntry_userId_expiresAt_idx" ON "KeyEntry"("userId", "expiresAt") WHERE "expiresAt" IS NOT NULL;
CREATE INDEX "KeyEntry_userId_rotateAt_idx" ON "KeyEntry"("userId", "rotateAt") WHERE "rotateAt" IS NOT NULL;

-- A calendar of what is due in a vault.
CREATE TABLE "CalendarFeed" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "readerId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CalendarFeed_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CalendarFeed_readerId_fkey" FOREIGN KEY ("readerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "CalendarFeed_tokenHash_key" ON "CalendarFeed"("tokenHash");
CREATE UNIQUE INDEX "CalendarFeed_userId_readerId_key" ON "CalendarFeed"("userId", "readerId");
CREATE INDEX "CalendarFeed_readerId_idx" ON "CalendarFeed"("readerId");
