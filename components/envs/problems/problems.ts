import { brokenTexts, type LookUp } from "@/components/references/look-up";
import { parse, type ParsedLine } from "@/lib/dotenv/parse";
import { isReference } from "@/lib/dotenv/reference";

export type Problem = {
  line: number;
  message: string;
  severity: "error" | "warning";
  /** The invalid line, the name that is set twice, or the reference that leads nowhere. */
  about: string;
};

/** What a reader of this text would misread or silently drop, and the references that can't be resolved. */
export function findProblems(lines: readonly ParsedLine[], lookUp?: LookUp): Problem[] {
  const last = new Map<string, number>();
  for (const line of lines) if (line.kind === "assignment") last.set(line.name, line.line);
  return lines.flatMap((line): Problem[] => {
    if (line.kind === "invalid")
      return [{ line: line.line, message: line.message, severity: "error", about: line.text }];
    const winner = line.kind === "assignment" ? last.get(line.name) : undefined;
    if (line.kind !== "assignment" || winner === undefined) return [];
    if (winner === line.line) return brokenReference(line, lookUp);
    return [
      {
        line: line.line,
        message: `${line.name} is set again on line ${winner}, and that value is used.`,
        severity: "warning",
        about: line.name,
      },
    ];
  });
}

function brokenReference({ line, name, value }: { line: number; name: string; value: string }, lookUp?: LookUp) {
  const lead = isReference(value) ? lookUp?.(value) : undefined;
  if (lead?.kind !== "broken") return [];
  return [{ line, message: `${name} ${brokenTexts[lead.reason]}`, severity: "warning" as const, about: value }];
}

export const problemsOf = (text: string, lookUp?: LookUp): { problems: Problem[]; variables: number } => {
  const lines = parse(text);
  return {
    problems: findProblems(lines, lookUp),
    variables: new Set(lines.flatMap((line) => (line.kind === "assignment" ? [line.name] : []))).size,
  };
};

/** The problems that the vault's text does not have yet: saving would introduce them. */
export function newProblems(draft: string, saved: string | null, lookUp?: LookUp): Problem[] {
  const keyOf = ({ severity, about }: Problem) => `${severity} ${about}`;
  const known = new Set(problemsOf(saved ?? "", lookUp).problems.map(keyOf));
  return problemsOf(draft, lookUp).problems.filter((problem) => !known.has(keyOf(problem)));
}
