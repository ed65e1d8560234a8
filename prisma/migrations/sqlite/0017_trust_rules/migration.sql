-- Whose ID tokens are exchanged for access keys that end by themselves.
CREATE TABLE "TrustRule" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "makerId" TEXT,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "bounds" TEXT,
    "minutes" INTEGER NOT NULL,
    "mac" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "TrustRule_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "TrustRule_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "TrustRule_userId_name_createdAt_id_idx" ON "TrustRule"("userId", "name", "createdAt", "id");
CREATE INDEX "TrustRule_makerId_idx" ON "TrustRule"("makerId");
CREATE INDEX "TrustRule_issuer_createdAt_id_idx" ON "TrustRule"("issuer", "createdAt", "id");

-- The keys that were issued under a rule. They go with it.
ALTER TABLE "AccessKey" ADD COLUMN "ruleId" TEXT REFERENCES "TrustRule" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "AccessKey_ruleId_idx" ON "AccessKey"("ruleId");
CREATE INDEX "AccessKey_issued_expiresAt_idx" ON "AccessKey"("expiresAt") WHERE "ruleId" IS NOT NULL;

-- Why a token was refused.
ALTER TABLE "Activity" ADD COLUMN "reason" TEXT;
