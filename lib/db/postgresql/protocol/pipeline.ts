import pg from "pg";
import { type Columns, columnsOf, rowOf } from "../columns";
import { Messages, type SentValue } from "./messages";

/**
 * A statement with its values. One with a `name` is prepared once for each connection, and its rows are made in one way
 * from then on.
 */
export type Statement = {
  text: string;
  values?: readonly unknown[];
  name?: string | undefined;
  rowMode?: "array" | undefined;
  types?: pg.CustomTypesConfig | undefined;
};

export type Answer = Pick<pg.QueryResult<Record<string, unknown>>, "rows" | "rowCount" | "fields">;

/** What pg keeps to itself, or its types leave out. */
type Wire = { stream: { writable: boolean; write(bytes: Buffer): void } };
const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): SentValue } };

/**
 * A statement that a connection has prepared, under its name there, with its columns once they are known: null if it
 * returns no rows. They stay the same as long as it is prepared.
 */
type Prepared = { name: string; columns: Columns | null | undefined };

/** What each connection has prepared, and how often it was left unclear what. */
type Known = { statements: Map<string, Prepared>; round: number };
const known = new WeakMap<object, Known>();

const outgoing = new Messages();

/**
 * Statements in one message, and so in one round trip (PostgreSQL's protocol, "Pipelining"): after a failed one the rest
 * are skipped. Submit it with `client.query`.
 */
class Pipeline implements pg.Submittable {
  callback: ((error: Error | null, answers?: readonly Answer[]) => void) | undefined;
  private readonly bound: readonly SentValue[][];
  private readonly answers: Answer[] = [];
  private readonly prepared: (Prepared | undefined)[] = [];
  /** Of the answer that is arriving. */
  private columns: Columns | null | undefined;
  private rows: Record<string, unknown>[] = [];
  private unclear: Known | undefined;
  private fault: Error | undefined;

  /** Throws if pg can't send a value. */
  constructor(private readonly statements: readonly Statement[]) {
    this.bound = statements.map(({ values = [] }) => values.map(sent));
  }

  /** Called by pg when it is this one's turn. Returns why nothing could be sent. */
  submit(connection: pg.Connection): Error | null {
    let of = known.get(connection);
    if (!of) known.set(connection, (of = { statements: new Map(), round: 0 }));
    try {
      this.write(of);
    } catch (error) {
      outgoing.take();
      return error as Error;
    }
    const bytes = outgoing.take();
    const { stream } = connection as unknown as Wire;
    // One that was closed reports it by itself.
    if (stream.writable) stream.write(bytes);
    this.begin();
    return null;
  }

  private write(of: Known): void {
    for (const [index, { text, name }] of this.statements.entries()) {
      const prepared = name === undefined ? undefined : this.preparedIn(of, name, text);
      if (!prepared) outgoing.parse("", text);
      outgoing.bind(prepared?.name ?? "", this.bound[index] ?? []);
      if (prepared?.columns === undefined && returnsRows(text)) outgoing.describe();
      outgoing.execute();
      this.prepared.push(prepared);
    }
    outgoing.sync();
  }

  private preparedIn(of: Known, name: string, text: string): Prepared {
    let prepared = of.statements.get(name);
    if (!prepared) {
      prepared = { name: `${name}_${of.round}`, columns: undefined };
      outgoing.parse(prepared.name, text);
      of.statements.set(name, prepared);
      this.unclear = of;
    }
    return prepared;
  }

  private begin(): void {
    const at = this.answers.length;
    this.columns = this.prepared[at]?.columns;
    this.rows = [];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.columns = columnsOf(fields, this.statements[this.answers.length]);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.columns || this.fault) return;
    try {
      this.rows.push(rowOf(this.columns, fields));
    } catch (error) {
      this.fault = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const prepared = this.prepared[this.answers.length];
    if (prepared) prepared.columns = this.columns ?? null;
    const count = Number(text.slice(text.lastIndexOf(" ") + 1));
    this.answers.push({
      rowCount: Number.isNaN(count) ? null : count,
      fields: this.columns?.fields ?? [],
      rows: this.rows,
    });
    this.begin();
  }

  handleEmptyQuery(): void {
    this.answers.push({ rowCount: null, fields: [], rows: [] });
    this.begin();
  }

  handleError(error: Error): void {
    // The server prepared those before the failed one and skipped the others, or saw none: from now on all have other
    // names.
    if (this.unclear) {
      this.unclear.statements.clear();
      this.unclear.round += 1;
    }
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.fault) this.callback?.(this.fault);
    else this.callback?.(null, this.answers);
  }
}

const sent = (value: unknown): SentValue => (typeof value === "string" ? value : utils.prepareValue(value));

/** The others are not asked for their columns, and what they return is dropped. */
const returnsRows = (text: string): boolean => !/^(BEGIN|COMMIT|ROLLBACK|SELECT set_config)/.test(text);

/** Sends statements in one round trip. Rejects with the driver's error of the first that failed. */
export const pipeline = (client: pg.ClientBase, statements: readonly Statement[]): Promise<readonly Answer[]> =>
  new Promise((resolve, reject) => {
    const sent = new Pipeline(statements);
    sent.callback = (error, answers = []) => (error ? reject(error) : resolve(answers));
    client.query(sent);
  });
