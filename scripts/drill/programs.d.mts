export function missingPackages(installed?: {
  isThere?: (program: string) => boolean;
  hasPostgresql?: boolean;
}): string[];
export function withoutServices<Result>(work: () => Result, file?: string): Result;
