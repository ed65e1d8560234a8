-- Counts the writes to what a user owns: an unchanged count means that no list of theirs has changed.
ALTER TABLE "User" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER "KeyCategory_insert_revision" AFTER INSERT ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "KeyCategory_update_revision" AFTER UPDATE ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "KeyCategory_delete_revision" AFTER DELETE ON "KeyCategory" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;

CREATE TRIGGER "KeyEntry_insert_revision" AFTER INSERT ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "KeyEntry_update_revision" AFTER UPDATE ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "KeyEntry_delete_revision" AFTER DELETE ON "KeyEntry" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;

CREATE TRIGGER "TwoFactorToken_insert_revision" AFTER INSERT ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "TwoFactorToken_update_revision" AFTER UPDATE ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "TwoFactorToken_delete_revision" AFTER DELETE ON "TwoFactorToken" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;

CREATE TRIGGER "EnvProject_insert_revision" AFTER INSERT ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "EnvProject_update_revision" AFTER UPDATE ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "EnvProject_delete_revision" AFTER DELETE ON "EnvProject" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;

CREATE TRIGGER "EnvFile_insert_revision" AFTER INSERT ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "EnvFile_update_revision" AFTER UPDATE ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = NEW."userId";
END;

CREATE TRIGGER "EnvFile_delete_revision" AFTER DELETE ON "EnvFile" BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = OLD."userId";
END;
