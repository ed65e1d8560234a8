import pg from "pg";
import { type Answer, pipeline, type Statement } from "./protocol/pipeline";
import { type SessionSettings, setForTransaction, transactionMode } from "./protocol/session";

/** Whether a pooler that may share server connections has shown itself; undefined before the first connection. */
export type Pooler = { isThere?: boolean };

/** A connection that can begin a transaction with its first statements. */
export type SettledClient = pg.Client & {
  /** What a transaction begins with, to be sent in one message with its first statement. */
  beginning(): readonly Statement[];
  /** Whether other clients use its server connection too, between transactions: nothing may be kept on it. */
  readonly isShared: boolean;
  /** To be called for each new user of the connection: nothing of the last one's is left. */
  start(): void;
};

type Done = (error: Error | null, answer?: Answer) => void;
const nothing: Answer = { rowCount: null, fields: [], rows: [] };

/**
 * A class of connections on which a transaction begins together with its first statement: BEGIN itself waits for that
 * one and costs no round trip.
 *
 * Behind a pooler each transaction has the settings, which go with BEGIN. A single statement goes with a transaction of
 * its own, all of it in one message.
 */
export function settledClient(pooler: Pooler, settings: SessionSettings): typeof pg.Client {
  const set = { text: setForTransaction(settings) };

  class Settled extends pg.Client {
    /** The isolation level of a transaction whose BEGIN waits; null if none waits. */
    private waiting: { level: string | undefined } | null = null;
    private isInside = false;

    get isShared(): boolean {
      return pooler.isThere === true;
    }

    beginning(isolationLevel?: string): readonly Statement[] {
      if (this.isShared) return [{ text: `BEGIN ${transactionMode(settings, isolationLevel)}` }, set];
      const text = isolationLevel === undefined ? "BEGIN" : `BEGIN ISOLATION LEVEL ${isolationLevel}`;
      return [{ text, name: text.toLowerCase().replaceAll(" ", "_") }];
    }

    start(): void {
      this.waiting = null;
      this.isInside = false;
    }

    // Its forms are too many for a type: pg's own calls and ours are told apart here.
    private ask(given: readonly unknown[]): unknown {
      const [config] = given as [string | Statement | pg.Submittable];
      const statement = typeof config === "string" ? { text: config } : config;
      if ("submit" in statement) return this.pass(given);
      const { text } = statement;
      if (text === "BEGIN") {
        this.waiting = { level: undefined };
        return answered(given, nothing);
      }
      if (this.waiting) {
        const { level } = this.waiting;
        const [, asked] = /^SET TRANSACTION ISOLATION LEVEL ([A-Z ]+)$/i.exec(text) ?? [];
        if (asked !== undefined) {
          this.waiting = { level: asked };
          return answered(given, nothing);
        }
        this.waiting = null;
        if (isEnd(text)) return answered(given, nothing);
        this.isInside = true;
        const begin = this.beginning(level);
        return answered(given, this.together([...begin, withValues(statement, given)], begin.length));
      }
      if (isEnd(text)) this.isInside = false;
      if (!this.isShared || this.isInside || isEnd(text)) return this.pass(given);
      return answered(given, this.alone(withValues(statement, given)));
    }

    private async alone({ name: _, ...statement }: Statement): Promise<Answer> {
      const begin = this.beginning();
      try {
        return await this.together([...begin, statement, { text: "COMMIT" }], begin.length);
      } catch (error) {
        // Waits in the connection's queue in front of whoever gets it next.
        this.pass(["ROLLBACK", () => {}]);
        throw error;
      }
    }

    private together(statements: readonly Statement[], index: number): Promise<Answer> {
      return pipeline(this, statements).then((answers) => answers[index] ?? nothing);
    }

    private pass(given: readonly unknown[]): unknown {
      return (super.query as (...given: readonly unknown[]) => unknown)(...given);
    }
  }
  Settled.prototype.query = function (this: { ask(given: readonly unknown[]): unknown }, ...given: unknown[]) {
    return this.ask(given);
  } as typeof pg.Client.prototype.query;
  return Settled;
}

const isEnd = (text: string): boolean => text === "COMMIT" || text === "ROLLBACK";

/** pg takes the values in the statement or beside it. */
const withValues = (statement: Statement, [, values]: readonly unknown[]): Statement =>
  Array.isArray(values) ? { ...statement, values } : statement;

/** Answers as pg does: by a callback if there is one, else by a promise. */
function answered(given: readonly unknown[], answer: Answer | Promise<Answer>): unknown {
  const done = given.find((one) => typeof one === "function") as Done | undefined;
  if (!done) return Promise.resolve(answer);
  void Promise.resolve(answer).then(
    (answer) => process.nextTick(done, null, answer),
    (error: Error) => process.nextTick(done, error),
  );
  return undefined;
}
