export const programNames: string[];
export function findProgram(name: string): string | null;
export function ensurePrograms(): string[];
