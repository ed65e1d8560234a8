export function findBrowser(): Promise<string | null>;
export function ensureBrowser(): Promise<string | null>;
export const noBrowserHelp: string;
