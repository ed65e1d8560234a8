-- What was done in each vault.
CREATE TABLE "Activity" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "actorKind" TEXT COLLATE "C" NOT NULL,
    "actorUserId" TEXT COLLATE "C",
    "actorName" TEXT COLLATE "C",
    "actorKeyId" TEXT COLLATE "C",
    "actorKeyPrefix" TEXT COLLATE "C",
    "address" TEXT COLLATE "C",
    "userAgent" TEXT COLLATE "C",
    "objectKind" TEXT COLLATE "C",
    "objectId" TEXT COLLATE "C",
    "objectName" TEXT COLLATE "C",
    "project" TEXT COLLATE "C",
    "environment" TEXT COLLATE "C",
    "valueId" TEXT COLLATE "C",
    "count" INTEGER,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT COLLATE "C",
    "mac" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Activity_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Activity_userId_number_key" ON "Activity"("userId", "number");
CREATE INDEX "Activity_userId_objectId_number_idx" ON "Activity"("userId", "objectId", "number");
CREATE INDEX "Activity_userId_actorUserId_number_idx" ON "Activity"("userId", "actorUserId", "number");
CREATE INDEX "Activity_userId_actorKeyId_number_idx" ON "Activity"("userId", "actorKeyId", "number");
CREATE INDEX "Activity_userId_at_idx" ON "Activity"("userId", "at");

CREATE TABLE "ActivityHead" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "mac" TEXT COLLATE "C" NOT NULL,
    "startNumber" INTEGER NOT NULL DEFAULT 0,
    "startMac" TEXT COLLATE "C",
    "anchor" TEXT COLLATE "C",

    CONSTRAINT "ActivityHead_pkey" PRIMARY KEY ("userId")
);

-- Keys of former master keys, under which records were signed.
CREATE TABLE "ActivityKey" (
    "keyId" TEXT COLLATE "C" NOT NULL,
    "sealedKey" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ActivityKey_pkey" PRIMARY KEY ("keyId")
);

ALTER TABLE "Activity" ADD CONSTRAINT "Activity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ActivityHead" ADD CONSTRAINT "ActivityHead_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
