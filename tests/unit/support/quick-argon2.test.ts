import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { hash, verify } from "../../support/quick-argon2.mjs";

const real = createRequire(import.meta.url)("../../../node_modules/@node-rs/argon2/index.js") as typeof Argon2;
const password = "not-a-real-password";
const full = { memoryCost: 64 * 1024, timeCost: 3 };

describe("the quick argon2 of tests", () => {
  test("states what was asked for, opens with it, and is none that the real one takes", async () => {
    const [stored, other] = [await hash(password, full), await hash(password, full)];
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$/);
    expect(stored).not.toBe(other);
    expect([await verify(stored, password), await verify(stored, `${password} `)]).toEqual([true, false]);
    expect(await real.verify(stored, password)).toBe(false);
  });

  test("takes a real hash as the real one does, and makes anything else as it does", async () => {
    const stored = await real.hash(password, { memoryCost: 1024, timeCost: 1 });
    expect([await verify(stored, password), await verify(stored, "another")]).toEqual([true, false]);
    expect(await real.verify(await hash(password, { memoryCost: 1024, timeCost: 1 }), password)).toBe(true);
  });
});
