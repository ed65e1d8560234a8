import {
  getEnvProject,
  listCategories,
  listEntries,
  listEnvProjects,
  listTwoFactorTokens,
} from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { restoreFromTrash } from "@/lib/client/http/resources/trash-api";
import type { TrashItem } from "@/lib/contracts/vault/trash";

/** Restores it. That it is back is as good: the answer to an earlier attempt may have been lost. */
export async function restoreItem(item: TrashItem): Promise<TrashItem> {
  try {
    return await restoreFromTrash({ params: { id: item.id } });
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === "TRASH_ITEM_NOT_FOUND";
    if (isGone && (await isBack(item).catch(() => false))) return item;
    throw error;
  }
}

async function isBack({ id, kind, within }: TrashItem): Promise<boolean> {
  const things = await thingsOf(kind, within);
  return things.some((thing) => thing.id === id);
}

/** All of a kind that there are: of env files, those of the projects with this name. */
async function thingsOf(kind: TrashItem["kind"], within: string | null): Promise<readonly { id: string }[]> {
  switch (kind) {
    case "category":
      return listCategories({});
    case "entry":
      return listEntries({});
    case "two-factor-token":
      return listTwoFactorTokens({});
    case "env-project":
      return (await listEnvProjects({ query: {} })).data;
    case "env-file": {
      const projects = (await listEnvProjects({ query: {} })).data.filter(({ name }) => name === within);
      const details = await Promise.all(projects.map(({ id }) => getEnvProject({ params: { id } })));
      return details.flatMap(({ data }) => data.files);
    }
  }
}
