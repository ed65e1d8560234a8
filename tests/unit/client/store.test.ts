import { expect, test } from "vitest";
import { createStore } from "@/lib/client/store";

test("a store tells whoever listens, until they no longer want to know", () => {
  const store = createStore("first");
  const told: string[] = [];
  const end = store.subscribe(() => told.push(store.current()));
  store.set("second");
  end();
  store.set("third");
  expect(told).toEqual(["second"]);
  expect([store.current(), store.onServer()]).toEqual(["third", "first"]);
});
