import type { z } from "zod";

type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;
export function settingsTables(settings: z.ZodObject, secretNames: readonly string[], meanings: Meanings): string;
export function withSettings(page: string, tables: string): string;
