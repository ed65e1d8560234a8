export function longestPause(writtenAt: number[], since: number, until: number): number;
