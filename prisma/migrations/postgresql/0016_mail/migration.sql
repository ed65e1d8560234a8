-- Mails that are still to be sent, what people are told by mail, and a way to find their sign-ins.
CREATE TABLE "Mail" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C",
    "sealedMessage" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseId" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Mail_userId_idx" ON "Mail"("userId");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail"("nextAttemptAt");
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "MailChoice" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "off" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "digestAt" TIMESTAMP(3),
    "digestTold" TEXT COLLATE "C" NOT NULL DEFAULT '[]',

    CONSTRAINT "MailChoice_pkey" PRIMARY KEY ("userId")
);
ALTER TABLE "MailChoice" ADD CONSTRAINT "MailChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Sign-ins are few among what people do: whether a browser is a new one is found without reading the rest.
CREATE INDEX "Activity_userId_number_signIn_idx" ON "Activity"("userId", "number") WHERE "action" = 'session.sign-in';
