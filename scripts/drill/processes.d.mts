export function kill(id: number, signal?: NodeJS.Signals): void;
export function familyOf(id: number): number[];
