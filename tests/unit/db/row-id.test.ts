import { expect, test } from "vitest";
import { newRowId } from "@/lib/db/row-id";

// In a process of its own: ids never go back, so a clock that another test had set ahead would stay in them.
test("ids are UUIDs of version 7, each greater than the one before, with the time of their creation", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, newRowId);
  const after = Date.now();
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  );
  expect([...new Set(ids)].sort()).toEqual(ids);
  const madeAt = ids.map((id) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16));
  expect(madeAt[0]).toBeGreaterThanOrEqual(before);
  expect(madeAt.at(-1)).toBeLessThanOrEqual(after);
});
