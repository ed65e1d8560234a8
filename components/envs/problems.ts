import { parse, type ParsedLine } from "@/lib/dotenv/parse";

export type Problem = {
  line: number;
  message: string;
  severity: "error" | "warning";
  /** The invalid line, or the name that is set twice. */
  about: string;
};

/** What a reader of this text would misread or silently drop. */
export function findProblems(lines: readonly ParsedLine[]): Problem[] {
  const last = new Map<string, number>();
  for (const line of lines) if (line.kind === "assignment") last.set(line.name, line.line);
  return lines.flatMap((line): Problem[] => {
    if (line.kind === "invalid")
      return [{ line: line.line, message: line.message, severity: "error", about: line.text }];
    const winner = line.kind === "assignment" ? last.get(line.name) : undefined;
    if (line.kind !== "assignment" || winner === undefined || winner === line.line) return [];
    return [
      {
        line: line.line,
        message: `${line.name} is set again on line ${winner}, and that value counts.`,
        severity: "warning",
        about: line.name,
      },
    ];
  });
}

export const problemsOf = (text: string): { problems: Problem[]; variables: number } => {
  const lines = parse(text);
  return {
    problems: findProblems(lines),
    variables: new Set(lines.flatMap((line) => (line.kind === "assignment" ? [line.name] : []))).size,
  };
};

/** The problems that the vault's text does not have yet: saving would introduce them. */
export function newProblems(draft: string, saved: string | null): Problem[] {
  const keyOf = ({ severity, about }: Problem) => `${severity} ${about}`;
  const known = new Set(problemsOf(saved ?? "").problems.map(keyOf));
  return problemsOf(draft).problems.filter((problem) => !known.has(keyOf(problem)));
}
