-- Secrets for whoever has a link, encrypted where the link was made.
CREATE TABLE "ShareLink" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "makerId" TEXT COLLATE "C" NOT NULL,
    "keyId" TEXT COLLATE "C",
    "ciphertext" BYTEA NOT NULL,
    "hint" TEXT COLLATE "C",
    "views" INTEGER NOT NULL,
    "viewsLeft" INTEGER NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ShareLink_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ShareLink_userId_createdAt_id_idx" ON "ShareLink"("userId", "createdAt", "id");
CREATE INDEX "ShareLink_makerId_idx" ON "ShareLink"("makerId");
CREATE INDEX "ShareLink_expiresAt_idx" ON "ShareLink"("expiresAt");
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
