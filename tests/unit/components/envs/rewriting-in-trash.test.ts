import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { RewritingField, useRewriting } from "@/components/references/rewriting";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { categoryLinksQuery } from "@/lib/client/http/resources/references-api";
import type { LinkingFile } from "@/lib/contracts/vault/references";
import { cacheWith, hookIn, rendered } from "../../../support/components/rendered";
import { listedEntry } from "../../../support/rows/listed-entry";

vi.mock("@/lib/client/hooks/reveal/use-rights", () => ({
  useRights: () => ({ may: () => true, limited: false, projects: null, environments: null }),
}));

const linking = (fileId: string, references: number): LinkingFile => ({
  ...{ projectId: "p", projectName: "billing", fileId, fileType: "env" as const },
  entries: [{ entryId: "e", references }],
});

function renaming(inUse: LinkingFile[], inTrash: LinkingFile[]) {
  const client = cacheWith([
    [entriesQuery.queryKey, [listedEntry()]],
    [
      categoryLinksQuery("e").queryKey,
      { files: [], keys: [], linksToCategory: inUse, linksToCategoryInTrash: inTrash },
    ],
  ]);
  const rewriting = hookIn(client, () => useRewriting(true, ["e"]));
  return { query: rewriting.query, text: rendered(createElement(RewritingField, { rewriting }), client) };
}

test("a renaming takes references in the trash along, even where no other env file has one, and says so", () => {
  const taken = { rewriteReferences: "true" };
  const only = renaming([], [linking("f", 1)]);
  expect(only.query).toEqual(taken);
  expect(only.text).toContain("Update the reference to it");
  expect(only.text).toContain("It is in an env file in the trash.");
  const both = renaming([linking("f", 2)], [linking("g", 1)]);
  expect(both.query).toEqual(taken);
  expect(both.text).toContain("Update the 3 references to it");
  expect(both.text).toContain("1 of them is in an env file in the trash.");
  expect(renaming([linking("f", 2)], []).text).not.toContain("trash");
  expect(renaming([], [])).toEqual({ query: {}, text: "" });
});
