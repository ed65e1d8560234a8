import pg from "pg";

/** A statement with its values. One with a `name` is prepared once for each connection. */
export type Statement = {
  text: string;
  values?: readonly unknown[];
  name?: string | undefined;
  rowMode?: "array" | undefined;
  types?: pg.CustomTypesConfig | undefined;
};

export type Answer = pg.QueryResult<Record<string, unknown>>;

/** What pg keeps to itself, or its types leave out. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  parse(given: { text: string; name: string }): void;
  bind(given: { statement: string; values: readonly unknown[] }): void;
  describe(given: { type: "P"; name: string }): void;
  execute(given: { portal: string }): void;
  sync(): void;
};
type ResultBuilder = Answer & {
  addFields(fields: readonly pg.FieldDef[]): void;
  parseRow(fields: readonly unknown[]): Record<string, unknown>;
  addRow(row: Record<string, unknown>): void;
  addCommandComplete(message: { text: string }): void;
};
const { Result, utils } = pg as unknown as {
  Result: new (rowMode: string | undefined, types: pg.CustomTypesConfig) => ResultBuilder;
  utils: { prepareValue(value: unknown): unknown };
};

/** Which statements each connection has prepared, and how often it was left unclear which. */
const prepared = new WeakMap<object, { names: Set<string>; round: number }>();

/**
 * Statements in one message, and so in one round trip (PostgreSQL's protocol, "Pipelining"): after a failed one the rest
 * are skipped. Submit it with `client.query`.
 */
class Pipeline implements pg.Submittable {
  callback: ((error: Error | null, answers?: readonly Answer[]) => void) | undefined;
  private readonly results: readonly ResultBuilder[];
  private readonly bound: readonly (readonly unknown[])[];
  private at = 0;
  private unclear: { names: Set<string>; round: number } | undefined;
  private fault: Error | undefined;

  /** Throws if pg can't send a value. */
  constructor(private readonly statements: readonly Statement[]) {
    this.results = statements.map(({ rowMode, types }) => new Result(rowMode, types ?? pg.types));
    this.bound = statements.map(({ values = [] }) => values.map((value) => utils.prepareValue(value)));
  }

  /** Called by pg when it is this one's turn. */
  submit(connection: pg.Connection): null {
    const wire = connection as unknown as Wire;
    const known = prepared.get(connection) ?? { names: new Set<string>(), round: 0 };
    prepared.set(connection, known);
    wire.stream.cork();
    for (const [index, { text, name }] of this.statements.entries()) {
      const statement = name === undefined ? "" : `${name}_${known.round}`;
      if (statement === "" || !known.names.has(statement)) wire.parse({ text, name: statement });
      if (statement !== "" && !known.names.has(statement)) {
        known.names.add(statement);
        this.unclear = known;
      }
      wire.bind({ statement, values: this.bound[index] ?? [] });
      if (returnsRows(text)) wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "" });
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.results[this.at]?.addFields(fields);
  }

  handleDataRow({ fields }: { fields: readonly unknown[] }): void {
    const result = this.results[this.at];
    if (!result || this.fault || result.fields.length === 0) return;
    try {
      result.addRow(result.parseRow(fields));
    } catch (error) {
      this.fault = error as Error;
    }
  }

  handleCommandComplete(message: { text: string }): void {
    this.results[this.at]?.addCommandComplete(message);
    this.at += 1;
  }

  handleEmptyQuery(): void {
    this.at += 1;
  }

  handleError(error: Error): void {
    // The server prepared those before the failed one and skipped the others: from now on all have other names.
    if (this.unclear) {
      this.unclear.names.clear();
      this.unclear.round += 1;
    }
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.fault) this.callback?.(this.fault);
    else this.callback?.(null, this.results);
  }
}

/** The others are not asked for their columns, and what they return is dropped. */
const returnsRows = (text: string): boolean => !/^(BEGIN|COMMIT|ROLLBACK|SELECT set_config)/.test(text);

/** Sends statements in one round trip. Rejects with the driver's error of the first that failed. */
export const pipeline = (client: pg.ClientBase, statements: readonly Statement[]): Promise<readonly Answer[]> =>
  new Promise((resolve, reject) => {
    const sent = new Pipeline(statements);
    sent.callback = (error, answers = []) => (error ? reject(error) : resolve(answers));
    client.query(sent);
  });
