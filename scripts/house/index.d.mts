import type { Linter } from "eslint";

export const mayImport: Readonly<Record<string, readonly string[]>>;
export const openers: Readonly<Record<string, string>>;
export function roomOf(target: string): string | undefined;
export function circleOf(file: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined;
export const house: NonNullable<Linter.Config["plugins"]>[string];
