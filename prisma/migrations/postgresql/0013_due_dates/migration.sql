-- When entries expire and are to be rotated. No entry has either yet.
ALTER TABLE "KeyEntry" ADD COLUMN "expiresAt" TIMESTAMP(3);
ALTER TABLE "KeyEntry" ADD COLUMN "rotateEveryDays" INTEGER;
ALTER TABLE "KeyEntry" ADD COLUMN "rotateAt" TIMESTAMP(3);
CREATE INDEX "KeyEntry_userId_expiresAt_idx" ON "KeyEntry"("userId", "expiresAt") WHERE "expiresAt" IS NOT NULL;
CREATE INDEX "KeyEntry_userId_rotateAt_idx" ON "KeyEntry"("userId", "rotateAt") WHERE "rotateAt" IS NOT NULL;

-- A calendar of what is due in a vault.
CREATE TABLE "CalendarFeed" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "readerId" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "mac" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CalendarFeed_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "CalendarFeed_tokenHash_key" ON "CalendarFeed"("tokenHash");
CREATE UNIQUE INDEX "CalendarFeed_userId_readerId_key" ON "CalendarFeed"("userId", "readerId");
CREATE INDEX "CalendarFeed_readerId_idx" ON "CalendarFeed"("readerId");
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_readerId_fkey" FOREIGN KEY ("readerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
