/** Admits one transaction at a time to the database; the others wait until it has ended. */
export type TransactionMutex = {
  /**
   * Runs `work`, which ends in the same tick of the event loop, outside any transaction: at once, or as soon as the open
   * one has ended, before those that wait for their turn. So no number of waiting transactions keeps it from its turn,
   * and no number of these keeps a transaction from its own.
   */
  between<R>(work: () => R | Promise<R>): Promise<R>;
  /** Resolves when it is this transaction's turn, with the function that ends the turn. */
  acquire(): Promise<() => void>;
};

export function transactionMutex(): TransactionMutex {
  let isOpen = false;
  let between: (() => void)[] = [];
  const waiting: ((end: () => void) => void)[] = [];

  function begin(admit: (end: () => void) => void): void {
    isOpen = true;
    let hasEnded = false;
    admit(() => {
      if (hasEnded) return;
      hasEnded = true;
      pass();
    });
  }

  function pass(): void {
    isOpen = false;
    const works = between;
    between = [];
    for (const work of works) work();
    const next = waiting.shift();
    if (next) begin(next);
  }

  return {
    between: (work) =>
      new Promise((resolve, reject) => {
        const run = () => {
          try {
            resolve(work());
          } catch (error) {
            reject(error as Error);
          }
        };
        if (isOpen) between.push(run);
        else run();
      }),
    acquire: () =>
      new Promise((resolve) => {
        if (isOpen) waiting.push(resolve);
        else begin(resolve);
      }),
  };
}
