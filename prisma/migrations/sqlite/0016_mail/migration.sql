-- Mails that are still to be sent, what people are told by mail, and a way to find their sign-ins.
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT,
    "sealedMessage" BLOB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseId" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Mail_userId_idx" ON "Mail"("userId");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail"("nextAttemptAt");

CREATE TABLE "MailChoice" (
    "userId" TEXT NOT NULL PRIMARY KEY,
    "off" TEXT NOT NULL DEFAULT '',
    "digestAt" DATETIME,
    "digestTold" TEXT NOT NULL DEFAULT '[]',
    CONSTRAINT "MailChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Sign-ins are few among what people do: whether a browser is a new one is found without reading the rest.
CREATE INDEX "Activity_userId_number_signIn_idx" ON "Activity"("userId", "number") WHERE "action" = 'session.sign-in';
