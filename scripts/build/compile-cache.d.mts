export function makeCompileCache(): Promise<void>;
export function tried(ours: string, theirs: string, pages: { program: string; config: unknown }): Promise<void>;
