-- Rows that give rights carry a MAC. SQL can't make one: the start that applies this makes them, in the same transaction.
ALTER TABLE "User" ADD COLUMN "mac" TEXT;
ALTER TABLE "Session" ADD COLUMN "mac" TEXT;
ALTER TABLE "Account" ADD COLUMN "mac" TEXT;
ALTER TABLE "AccountTotp" ADD COLUMN "mac" TEXT;
ALTER TABLE "RecoveryCode" ADD COLUMN "mac" TEXT;
ALTER TABLE "Passkey" ADD COLUMN "mac" TEXT;
ALTER TABLE "OneTimeChallenge" ADD COLUMN "mac" TEXT;
ALTER TABLE "AccessKey" ADD COLUMN "mac" TEXT;

-- The second factors that an account has, so that a missing row of one is seen. Filled by the same start.
ALTER TABLE "User" ADD COLUMN "factors" TEXT NOT NULL DEFAULT '';

-- Where a passkey was made. Empty for those that are there by now.
ALTER TABLE "Passkey" ADD COLUMN "origin" TEXT;
