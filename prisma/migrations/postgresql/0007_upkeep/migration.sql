-- When the vault was last looked after, by what was done: so that monitoring can tell a backup that was not made.
CREATE TABLE "Upkeep" (
    "name" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Upkeep_pkey" PRIMARY KEY ("name")
);
