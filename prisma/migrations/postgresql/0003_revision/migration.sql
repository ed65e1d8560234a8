-- Counts the writes to what a user owns: an unchanged count means that no list of theirs has changed.
ALTER TABLE "User" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;

CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" IN (SELECT DISTINCT "userId" FROM "changed");
    RETURN NULL;
END;
$$;

CREATE TRIGGER "KeyCategory_insert_revision" AFTER INSERT ON "KeyCategory" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "KeyCategory_update_revision" AFTER UPDATE ON "KeyCategory" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "KeyCategory_delete_revision" AFTER DELETE ON "KeyCategory" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "KeyEntry_insert_revision" AFTER INSERT ON "KeyEntry" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "KeyEntry_update_revision" AFTER UPDATE ON "KeyEntry" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "KeyEntry_delete_revision" AFTER DELETE ON "KeyEntry" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "TwoFactorToken_insert_revision" AFTER INSERT ON "TwoFactorToken" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "TwoFactorToken_update_revision" AFTER UPDATE ON "TwoFactorToken" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "TwoFactorToken_delete_revision" AFTER DELETE ON "TwoFactorToken" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvProject_insert_revision" AFTER INSERT ON "EnvProject" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvProject_update_revision" AFTER UPDATE ON "EnvProject" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvProject_delete_revision" AFTER DELETE ON "EnvProject" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvFile_insert_revision" AFTER INSERT ON "EnvFile" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvFile_update_revision" AFTER UPDATE ON "EnvFile" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "EnvFile_delete_revision" AFTER DELETE ON "EnvFile" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "raise_revision"();
