import { expect, test } from "vitest";
import { lockNumbered, numberOf } from "@/lib/db/queries/locks";

test("the number of an account's lock is the same in every release, fits PostgreSQL, and needs no function of it", () => {
  const { lockNumber } = numberOf("sessions", "0198c0de-0000-7000-8000-000000000001");
  expect(lockNumber).toBe(-2825760639415504683n);
  expect(BigInt.asIntN(64, lockNumber)).toBe(lockNumber);
  expect(numberOf("sessions", "0198c0de-0000-7000-8000-000000000002").lockNumber).not.toBe(lockNumber);
  expect(lockNumbered.numberedSql).toBe('select pg_advisory_xact_lock($1) is null as "held"');
});
