-- When the vault was last looked after, by what was done: so that monitoring can tell a backup that was not made.
CREATE TABLE "Upkeep" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL
);
