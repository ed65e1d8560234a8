import type { z } from "zod";

export function settingsTables(settings: z.ZodObject, secretNames: readonly string[]): string;
export function withSettings(page: string, tables: string): string;
