-- How a token's codes are made. All had the kind that is the default, apart from the algorithm, which is sealed with the
-- secret: the start that applies this fills it in (lib/runtime/former-tokens.ts).
ALTER TABLE "TwoFactorToken" ADD COLUMN "type" TEXT COLLATE "C" NOT NULL DEFAULT 'totp';
ALTER TABLE "TwoFactorToken" ADD COLUMN "algorithm" TEXT COLLATE "C" NOT NULL DEFAULT 'SHA1';
ALTER TABLE "TwoFactorToken" ADD COLUMN "digits" INTEGER NOT NULL DEFAULT 6;
ALTER TABLE "TwoFactorToken" ADD COLUMN "period" INTEGER DEFAULT 30;
-- The counter of the next code, for those that follow one.
ALTER TABLE "TwoFactorToken" ADD COLUMN "counter" INTEGER NOT NULL DEFAULT 0;
