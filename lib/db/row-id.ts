import { v7 } from "uuid";

/**
 * An id for a new row: a UUID of version 7 (RFC 9562, 5.7). Such ids grow with time, so new ones share a few pages of
 * the primary key's index; each random id would touch, and write, a page of its own. Ids are not secret: knowing one
 * gives no right to the row, and the time is in `createdAt` as well.
 */
export const newRowId = (): string => v7();
