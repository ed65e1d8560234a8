/** What a check of `doctor` looked at, and what to do about it; null if all is well. */
export type Finding = { what: string; todo: string | null; detail?: string };
