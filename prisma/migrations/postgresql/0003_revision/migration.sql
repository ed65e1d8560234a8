-- Counts the transactions that write to what a user owns: an unchanged count means that no list of theirs has changed.
ALTER TABLE "User" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;

-- Row by row, as not every engine knows what a whole statement has changed; but the count is raised once a transaction,
-- which a setting that ends with the transaction remembers: an import of thousands would raise it thousands of times.
CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner TEXT;
BEGIN
    IF TG_OP = 'DELETE' THEN
        owner := (OLD)."userId";
    ELSE
        owner := (NEW)."userId";
    END IF;
    IF current_setting('vault.raised_for', true) IS DISTINCT FROM owner THEN
        UPDATE "User" SET "revision" = "revision" + 1 WHERE "id" = owner;
        PERFORM set_config('vault.raised_for', owner, true);
    END IF;
    RETURN NULL;
END;
$$;

-- Triggers run in the order of their names. These sort behind the foreign keys' own ("RI_…"), so that a user's row is
-- taken last, after all rows that a cascade takes: whoever changes one of those holds it and waits for the user's.
CREATE TRIGGER "revision" AFTER INSERT OR UPDATE OR DELETE ON "KeyCategory" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
CREATE TRIGGER "revision" AFTER INSERT OR UPDATE OR DELETE ON "KeyEntry" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
CREATE TRIGGER "revision" AFTER INSERT OR UPDATE OR DELETE ON "TwoFactorToken" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
CREATE TRIGGER "revision" AFTER INSERT OR UPDATE OR DELETE ON "EnvProject" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
CREATE TRIGGER "revision" AFTER INSERT OR UPDATE OR DELETE ON "EnvFile" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
