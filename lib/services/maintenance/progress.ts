/** Reports the progress of long work. */
export type Progress = {
  /** Adds to the amount of work ahead. */
  expect(count: number): void;
  advance(count: number): void;
};

export const unwatched: Progress = { expect: () => {}, advance: () => {} };
