-- Secrets for whoever has a link, encrypted where the link was made.
CREATE TABLE "ShareLink" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "makerId" TEXT NOT NULL,
    "keyId" TEXT,
    "ciphertext" BLOB NOT NULL,
    "hint" TEXT,
    "views" INTEGER NOT NULL,
    "viewsLeft" INTEGER NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ShareLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ShareLink_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ShareLink_userId_createdAt_id_idx" ON "ShareLink"("userId", "createdAt", "id");
CREATE INDEX "ShareLink_makerId_idx" ON "ShareLink"("makerId");
CREATE INDEX "ShareLink_expiresAt_idx" ON "ShareLink"("expiresAt");
