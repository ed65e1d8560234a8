export type DrillEntry = { id?: string; name: string; number: number; key: string; sent: number; acknowledged: number };
export type Tally = {
  began: number;
  sent: number;
  answered: number;
  refused: number;
  unanswered: number;
  notSent: number;
  wrong: object[];
  planned: { writes: number; reveals: number };
  written: DrillEntry[];
  changed: number;
  writtenAt: number[];
  revealed: string[];
};
type Answer = { status?: number; requestId?: string; json?: unknown };
type Client = (method: string, target: string, key: string, body?: object) => Promise<Answer>;

export function mayHold(entry: Pick<DrillEntry, "number" | "sent">, value: unknown, since: number): boolean;
export function startLoad(
  client: Client,
  owners: { key: string; categoryId: string }[],
  rates: { writesPerSecond: number; readsPerSecond: number },
): { tally: Tally; stop(): Promise<void> };
export function lostAmong(client: Client, written: DrillEntry[]): Promise<{ id?: string; status?: number }[]>;
