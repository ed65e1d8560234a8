import { v7 } from "uuid";

/**
 * An id for a new row: a UUID of version 7 (RFC 9562, 5.7). Such ids grow with time and fall into the same few pages of
 * the primary key's index, where random ones would each touch, and write, a page of their own. They are no secrets:
 * whoever knows one still needs the right to the row, and its time stands in `createdAt` as well.
 */
export const newRowId = (): string => v7();
