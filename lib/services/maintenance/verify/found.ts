/** How many are named to the operator. */
const namedMax = 20;

/** Rows that something is wrong with: how many, and the first of them. There may be millions, so not all are kept. */
export class Found<T> {
  count = 0;
  readonly first: T[] = [];

  add(row: T): void {
    this.count += 1;
    if (this.first.length < namedMax) this.first.push(row);
  }
}
