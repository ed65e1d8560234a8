-- additive: a former release makes versions of which nobody knows the place
-- Whether an entry or env file lies where it lay when it had a former value. Nobody knows for those that are there by now.
ALTER TABLE "EntryVersion" ADD COLUMN "samePlace" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "EnvFileVersion" ADD COLUMN "samePlace" INTEGER NOT NULL DEFAULT 0;
