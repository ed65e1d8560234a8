/** Admits one transaction at a time to the database; the others wait until it has ended. */
export type TransactionMutex = {
  /**
   * Resolves when no transaction is open. Code that runs in the same tick of the event loop then runs outside any
   * transaction.
   */
  waitUntilIdle(): Promise<void>;
  /** Resolves when it is this transaction's turn, with the function that ends the turn. */
  acquire(): Promise<() => void>;
};

export function transactionMutex(): TransactionMutex {
  /** Settles when the latest transaction has ended. */
  let lastEnd: Promise<void> = Promise.resolve();
  return {
    async waitUntilIdle() {
      // Another transaction may have begun in the meantime: wait for that one as well.
      for (let seen = lastEnd; ; seen = lastEnd) {
        await seen;
        if (seen === lastEnd) return;
      }
    },
    async acquire() {
      const before = lastEnd;
      let end = () => {};
      lastEnd = new Promise<void>((resolve) => (end = resolve));
      await before;
      return end;
    },
  };
}
