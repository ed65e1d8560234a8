-- What made a category: an import, or, if empty, a person. Nobody can tell for those that are there by now.
ALTER TABLE "KeyCategory" ADD COLUMN "origin" TEXT COLLATE "C";
