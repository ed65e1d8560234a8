-- Whose ID tokens are exchanged for access keys that end by themselves.
CREATE TABLE "TrustRule" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "makerId" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "audience" TEXT COLLATE "C" NOT NULL,
    "claims" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT COLLATE "C" NOT NULL,
    "bounds" TEXT COLLATE "C",
    "minutes" INTEGER NOT NULL,
    "mac" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustRule_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "TrustRule_userId_name_createdAt_id_idx" ON "TrustRule"("userId", "name", "createdAt", "id");
CREATE INDEX "TrustRule_makerId_idx" ON "TrustRule"("makerId");
CREATE INDEX "TrustRule_issuer_createdAt_id_idx" ON "TrustRule"("issuer", "createdAt", "id");
ALTER TABLE "TrustRule" ADD CONSTRAINT "TrustRule_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TrustRule" ADD CONSTRAINT "TrustRule_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The keys that were issued under a rule. They go with it.
ALTER TABLE "AccessKey" ADD COLUMN "ruleId" TEXT COLLATE "C";
CREATE INDEX "AccessKey_ruleId_idx" ON "AccessKey"("ruleId");
CREATE INDEX "AccessKey_issued_expiresAt_idx" ON "AccessKey"("expiresAt") WHERE "ruleId" IS NOT NULL;
ALTER TABLE "AccessKey" ADD CONSTRAINT "AccessKey_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "TrustRule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Why a token was refused.
ALTER TABLE "Activity" ADD COLUMN "reason" TEXT COLLATE "C";
