export type Count = { passed: number; failed: number; names: string[] };
export function countOfVitest(report: object): Count;
export function countOfPlaywright(report: object): Count;
