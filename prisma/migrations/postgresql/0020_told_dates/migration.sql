-- additive: a former release tells nothing of what is due, and marks nothing as told
-- The due dates that the activity told last, so that each is told once. What is still to be told is found by its index,
-- however much was told before.
ALTER TABLE "KeyEntry" ADD COLUMN "toldExpiresAt" TIMESTAMP(3);
ALTER TABLE "KeyEntry" ADD COLUMN "toldRotateAt" TIMESTAMP(3);
CREATE INDEX "KeyEntry_untold_expiresAt_idx" ON "KeyEntry"("expiresAt") WHERE "expiresAt" IS NOT NULL AND "trashId" IS NULL AND "expiresAt" IS DISTINCT FROM "toldExpiresAt";
CREATE INDEX "KeyEntry_untold_rotateAt_idx" ON "KeyEntry"("rotateAt") WHERE "rotateAt" IS NOT NULL AND "trashId" IS NULL AND "rotateAt" IS DISTINCT FROM "toldRotateAt";

-- The same for access keys that somebody made.
CREATE TABLE "KeyNotice" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "accessKeyId" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KeyNotice_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "KeyNotice_accessKeyId_key" ON "KeyNotice"("accessKeyId");
CREATE INDEX "KeyNotice_userId_idx" ON "KeyNotice"("userId");
ALTER TABLE "KeyNotice" ADD CONSTRAINT "KeyNotice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "KeyNotice" ADD CONSTRAINT "KeyNotice_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "AccessKey_ruleId_expiresAt_idx" ON "AccessKey"("ruleId", "expiresAt") WHERE "expiresAt" IS NOT NULL;
