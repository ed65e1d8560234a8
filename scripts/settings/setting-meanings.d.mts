export const settingMeanings: Readonly<Record<string, Readonly<Record<string, string>>>>;
