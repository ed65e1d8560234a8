/** Somebody who watches long work. */
export type Progress = {
  /** There is this much more to do. */
  expect(count: number): void;
  advance(count: number): void;
};

export const unwatched: Progress = { expect: () => {}, advance: () => {} };
