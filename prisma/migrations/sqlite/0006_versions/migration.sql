-- Counts the changes of each thing, so that a write can say which state it was made for. What is there by now begins at 1.
ALTER TABLE "KeyCategory" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "KeyEntry" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "TwoFactorToken" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "EnvProject" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "EnvFile" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
