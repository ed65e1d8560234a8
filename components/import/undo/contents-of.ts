import { listEntries, listEnvProjects } from "@/lib/client/http/api";
import type { Made } from "../made";

export type Content = { id: string; version: number };

/** What stands in categories and projects now, by their ids. Of a project with files of others, only that it has some. */
export async function contentsOf(holders: readonly Made[], made: readonly Made[]): Promise<Map<string, Content[]>> {
  const contents = new Map<string, Content[]>();
  const add = (holderId: string, content: Content) => {
    const known = contents.get(holderId);
    if (known) known.push(content);
    else contents.set(holderId, [content]);
  };
  const has = (kind: Made["kind"]) => holders.some((thing) => thing.kind === kind);
  if (has("category"))
    for (const { id, categoryId, version } of await listEntries({})) add(categoryId, { id, version });
  if (has("envProject"))
    for (const { id, fileCount } of (await listEnvProjects({ query: {} })).data) {
      const files = made.filter(
        ({ kind, projectId, isUpdated }) => kind === "envFile" && projectId === id && !isUpdated,
      );
      if (fileCount === files.length) for (const file of files) add(id, file);
      else if (fileCount > 0) add(id, { id, version: 0 });
    }
  return contents;
}
