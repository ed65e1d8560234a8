-- Rows that give rights carry a MAC. SQL can't make one: the start that applies this makes them, in the same transaction.
ALTER TABLE "User" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "Session" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "Account" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "AccountTotp" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "RecoveryCode" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "Passkey" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "OneTimeChallenge" ADD COLUMN "mac" TEXT COLLATE "C";
ALTER TABLE "AccessKey" ADD COLUMN "mac" TEXT COLLATE "C";

-- The second factors that an account has, so that a missing row of one is seen. Filled by the same start.
ALTER TABLE "User" ADD COLUMN "factors" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- Where a passkey was made. Empty for those that are there by now.
ALTER TABLE "Passkey" ADD COLUMN "origin" TEXT COLLATE "C";
