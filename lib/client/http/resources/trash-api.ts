import type * as trash from "../../../contracts/vault/trash";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";
import { historyKeys } from "../queries/history-keys";

const listTrash = endpoint<typeof trash.listTrash>("GET", "/trash", "json");
export const restoreFromTrash = endpoint<typeof trash.restoreFromTrash>("POST", "/trash/{id}/restore", "json");
export const deleteFromTrash = endpoint<typeof trash.deleteFromTrash>("DELETE", "/trash/{id}", "none");
export const emptyTrash = endpoint<typeof trash.emptyTrash>("DELETE", "/trash", "none");

export const trashQuery = readQuery(historyKeys.trash, listTrash, {});
