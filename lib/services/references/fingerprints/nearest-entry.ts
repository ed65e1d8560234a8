/** An entry, or a field of one, that has a value or had it. */
export type Candidate = {
  /** The value's fingerprint. */
  print: number;
  isCurrent: boolean;
  id: string;
  name: string;
  environment: string | null;
  /** The variable that it is usually written to. */
  variable: string | null;
  field: string | null;
};

type Asked = { name: string; value: { print: number } | null };

/**
 * Finds the one that a variable most likely stands for: one that has the value now before one that had it; then one of the
 * file's project; then of its environment; then one for a variable of that name; then the first by name, id and field.
 */
export function nearest<C extends Candidate>(
  candidates: readonly C[],
  of: { project: string; environment: string },
): (variable: Asked) => C | undefined {
  const distance = ({ isCurrent, name, environment }: C): number =>
    (isCurrent ? 0 : 4) + (name === of.project ? 0 : 2) + ((environment ?? "none") === of.environment ? 0 : 1);
  const ofPrint = new Map<number, { least: number; first: C; byVariable: Map<string | null, C> }>();
  for (const candidate of [...candidates].sort(byNameAndId)) {
    const known = ofPrint.get(candidate.print);
    const away = distance(candidate);
    if (!known || away < known.least)
      ofPrint.set(candidate.print, {
        least: away,
        first: candidate,
        byVariable: new Map([[candidate.variable, candidate]]),
      });
    else if (away === known.least && !known.byVariable.has(candidate.variable))
      known.byVariable.set(candidate.variable, candidate);
  }
  return ({ name, value }) => {
    const known = value ? ofPrint.get(value.print) : undefined;
    return known?.byVariable.get(name) ?? known?.first;
  };
}

const byNameAndId = (one: Candidate, other: Candidate): number =>
  compared(one.name, other.name) || compared(one.id, other.id) || compared(one.field ?? "", other.field ?? "");

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
