import { expect, test } from "vitest";
import { readImport } from "@/lib/import";

const login = (name: string, username: string, password: string, folderId: string | null = null) => ({
  ...{ type: 1, name, folderId },
  login: { username, password },
});
const namesIn = (text: string) => readImport(text, { project: "mine" }).entries.map(({ category }) => category);
const bitwarden = (...items: object[]) =>
  namesIn(JSON.stringify({ encrypted: false, folders: [{ id: "f", name: "Work" }], items }));

test("logins of one title and folder are told apart by their users' names, or else by numbers", () =>
  expect(
    bitwarden(
      login("Google", "a@example.com", "1"),
      login("Google", "b@example.com", "2"),
      login("Google", "b@example.com", "3"),
      login("Google", "", "4"),
      login("Google", "", "5"),
      login("Google", "a@example.com", "6", "f"),
      login("Google (b@example.com)", "c@example.com", "7"),
    ),
  ).toEqual([
    "Google",
    "Google (b@example.com)",
    "Google (b@example.com) 2",
    "Google 2",
    "Google 3",
    "Google",
    "Google (b@example.com) (c@example.com)",
  ]));

test("one that is in the file twice with the same value is one, under whichever name it has", () =>
  expect(
    bitwarden(...["1", "2", "1", "2"].map((password) => login("Google", `${password}@example.com`, password))),
  ).toEqual(["Google", "Google (2@example.com)", "Google", "Google (2@example.com)"]));

test("in 1Password's export and in tables too; a name that would become too long gets a number", () => {
  const item = (username: string) => ({
    overview: { title: "Google" },
    details: { loginFields: [{ designation: "username", value: username }] },
  });
  const vaults = [{ attrs: { name: "Private" }, items: [item("a"), item("b")] }];
  expect(namesIn(JSON.stringify({ accounts: [{ vaults }] }))).toEqual(["Google", "Google (b)"]);
  expect(namesIn(`title,username,password\nGoogle,a,1\nGoogle,b\u001b,1\nGoogle,${"c".repeat(192)},1\n`)).toEqual([
    "Google",
    "Google (b)",
    "Google 2",
  ]);
  const key = (text: string) => ({ type: 5, name: "Deploy", sshKey: { privateKey: text } });
  expect(bitwarden(key("not-real-1"), key("not-real-2"))).toEqual(["Deploy", "Deploy 2"]);
});

test("50,000 logins of one title are told apart in one pass", () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => `Google,,${index}`);
  expect(namesIn(`title,username,password\n${rows.join("\n")}\n`).at(-1)).toBe("Google 50000");
});
