-- What a team is made of.
CREATE TABLE "Team" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Membership" (
    "id" TEXT COLLATE "C" NOT NULL,
    "teamId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "bounds" TEXT COLLATE "C",
    "mac" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Membership_teamId_userId_key" ON "Membership"("teamId", "userId");
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Invitation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "teamId" TEXT COLLATE "C" NOT NULL,
    "inviterId" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "bounds" TEXT COLLATE "C",
    "email" TEXT COLLATE "C",
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "mac" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");
CREATE INDEX "Invitation_teamId_createdAt_idx" ON "Invitation"("teamId", "createdAt");
CREATE INDEX "Invitation_inviterId_idx" ON "Invitation"("inviterId");
CREATE INDEX "Invitation_expiresAt_idx" ON "Invitation"("expiresAt");
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whom rows belong to: a person or a team, whose id it has, so that nothing needs to be sealed anew.
CREATE TABLE "Owner" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C",
    "teamId" TEXT COLLATE "C",

    CONSTRAINT "Owner_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Owner_id_check" CHECK ("id" = coalesce("userId", "teamId") AND ("userId" IS NULL OR "teamId" IS NULL))
);
CREATE UNIQUE INDEX "Owner_userId_key" ON "Owner"("userId");
CREATE UNIQUE INDEX "Owner_teamId_key" ON "Owner"("teamId");
ALTER TABLE "Owner" ADD CONSTRAINT "Owner_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Owner" ADD CONSTRAINT "Owner_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "Owner" ("id", "userId") SELECT "id", "id" FROM "User";

CREATE FUNCTION "insert_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'Team' THEN
        INSERT INTO "Owner" ("id", "teamId") VALUES (NEW."id", NEW."id");
    ELSE
        INSERT INTO "Owner" ("id", "userId") VALUES (NEW."id", NEW."id");
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "owner" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION "insert_owner"();
CREATE TRIGGER "owner" AFTER INSERT ON "Team" FOR EACH ROW EXECUTE FUNCTION "insert_owner"();

-- Rows refer to their owner instead of to a person.
ALTER TABLE "KeyCategory" DROP CONSTRAINT "KeyCategory_userId_fkey";
ALTER TABLE "KeyCategory" ADD CONSTRAINT "KeyCategory_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "KeyEntry" DROP CONSTRAINT "KeyEntry_userId_fkey";
ALTER TABLE "KeyEntry" ADD CONSTRAINT "KeyEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TwoFactorToken" DROP CONSTRAINT "TwoFactorToken_userId_fkey";
ALTER TABLE "TwoFactorToken" ADD CONSTRAINT "TwoFactorToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvProject" DROP CONSTRAINT "EnvProject_userId_fkey";
ALTER TABLE "EnvProject" ADD CONSTRAINT "EnvProject_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EnvFile" DROP CONSTRAINT "EnvFile_userId_fkey";
ALTER TABLE "EnvFile" ADD CONSTRAINT "EnvFile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccessKey" DROP CONSTRAINT "AccessKey_userId_fkey";
ALTER TABLE "AccessKey" ADD CONSTRAINT "AccessKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PreviousAccessKey" DROP CONSTRAINT "PreviousAccessKey_userId_fkey";
ALTER TABLE "PreviousAccessKey" ADD CONSTRAINT "PreviousAccessKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RevealCount" DROP CONSTRAINT "RevealCount_userId_fkey";
ALTER TABLE "RevealCount" ADD CONSTRAINT "RevealCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AccessKey" ADD COLUMN "makerId" TEXT COLLATE "C";
CREATE INDEX "AccessKey_makerId_idx" ON "AccessKey"("makerId");
ALTER TABLE "AccessKey" ADD CONSTRAINT "AccessKey_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As before, and for teams too. A row that changes hands counts for both owners: the former one's count is raised first.
CREATE OR REPLACE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners TEXT[];
    owner TEXT;
BEGIN
    IF TG_OP = 'DELETE' THEN
        owners := ARRAY[(OLD)."userId"];
    ELSIF TG_OP = 'INSERT' OR (OLD)."userId" = (NEW)."userId" THEN
        owners := ARRAY[(NEW)."userId"];
    ELSE
        owners := ARRAY[(OLD)."userId", (NEW)."userId"];
    END IF;
    FOREACH owner IN ARRAY owners LOOP
        IF current_setting('vault.raised_for', true) IS DISTINCT FROM owner THEN
            UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = owner;
            IF NOT FOUND THEN
                UPDATE "Team" SET "revision" = "revision" + 1 WHERE "id" = owner;
            END IF;
            PERFORM set_config('vault.raised_for', owner, true);
        END IF;
    END LOOP;
    RETURN NULL;
END;
$$;
