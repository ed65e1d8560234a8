-- When the operator's command made the password; empty for one that somebody chose, and for all that are there by now.
ALTER TABLE "User" ADD COLUMN "passwordMadeAt" TIMESTAMP(3);
