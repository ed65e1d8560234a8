import { expect, test } from "vitest";
import { searched } from "@/lib/client/words/search-words";

test("a search leaves what contains all its words, in any order and case", () => {
  const names = ["Billing of Acme", "billing", "Acme"];
  const search = (text: string) => searched(names, text, (name) => name);
  expect(search(" ACME  bill")).toEqual(["Billing of Acme"]);
  expect(search("acme")).toEqual(["Billing of Acme", "Acme"]);
  expect(search(" ")).toEqual(names);
});
