import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { linksQuery } from "@/lib/client/http/resources/links-api";
import { fileLinksQuery } from "@/lib/client/http/resources/references-api";

test("a share link that was made or revoked asks for share links anew, and for no file's links to entries", async () => {
  const client = new QueryClient();
  const ofFile = fileLinksQuery("project", "file", 1);
  client.setQueryData(linksQuery.queryKey, []);
  client.setQueryData(ofFile.queryKey, { data: [] } as never);
  await client.invalidateQueries({ queryKey: linksQuery.queryKey });
  const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect([isStale(linksQuery.queryKey), isStale(ofFile.queryKey)]).toEqual([true, false]);
});
