/** Lets one transaction at a time have the database, and the rest wait until it has ended. */
export type TransactionGate = {
  /** Resolves when no transaction is open; what runs in the same turn of the event loop then runs outside of any. */
  whenFree(): Promise<void>;
  /** Resolves when this transaction's turn has come, with the function that ends it. */
  enter(): Promise<() => void>;
};

export function transactionGate(): TransactionGate {
  /** Settles when the latest transaction has ended. */
  let lastEnd: Promise<void> = Promise.resolve();
  return {
    async whenFree() {
      // Another transaction may have begun while this one waited: wait for that one as well.
      for (let seen = lastEnd; ; seen = lastEnd) {
        await seen;
        if (seen === lastEnd) return;
      }
    },
    async enter() {
      const before = lastEnd;
      let end = () => {};
      lastEnd = new Promise<void>((resolve) => (end = resolve));
      await before;
      return end;
    },
  };
}
