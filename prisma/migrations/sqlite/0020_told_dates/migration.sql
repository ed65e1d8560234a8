-- additive: a former release tells nothing of what is due, and marks nothing as told
-- The due dates that the activity told last, so that each is told once. What is still to be told is found by its index,
-- however much was told before.
ALTER TABLE "KeyEntry" ADD COLUMN "toldExpiresAt" DATETIME;
ALTER TABLE "KeyEntry" ADD COLUMN "toldRotateAt" DATETIME;
CREATE INDEX "KeyEntry_untold_expiresAt_idx" ON "KeyEntry"("expiresAt") WHERE "expiresAt" IS NOT NULL AND "trashId" IS NULL AND "expiresAt" IS NOT "toldExpiresAt";
CREATE INDEX "KeyEntry_untold_rotateAt_idx" ON "KeyEntry"("rotateAt") WHERE "rotateAt" IS NOT NULL AND "trashId" IS NULL AND "rotateAt" IS NOT "toldRotateAt";

-- The same for access keys that somebody made.
CREATE TABLE "KeyNotice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "accessKeyId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "KeyNotice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "KeyNotice_accessKeyId_fkey" FOREIGN KEY ("accessKeyId") REFERENCES "AccessKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "KeyNotice_accessKeyId_key" ON "KeyNotice"("accessKeyId");
CREATE INDEX "KeyNotice_userId_idx" ON "KeyNotice"("userId");
CREATE INDEX "AccessKey_ruleId_expiresAt_idx" ON "AccessKey"("ruleId", "expiresAt") WHERE "expiresAt" IS NOT NULL;
