import { expect, test } from "vitest";
import { pastedFields } from "@/components/entries/value/pasted-fields";

test("pasted .env lines become fields, also those that are none, so that nothing is lost in silence", () => {
  expect(
    pastedFields(
      "# words\nexport A=1\n\nmy-key=b=c\nno line\nsk_test_not_a_real_key\n=d\nB=\"unclosed\nC='two\nlines'\n",
    ),
  ).toEqual([
    { name: "A", value: "1" },
    { name: "my-key", value: "b=c" },
    { name: "", value: "no line" },
    { name: "", value: "sk_test_not_a_real_key" },
    { name: "", value: "d" },
    { name: "B", value: '"unclosed' },
    { name: "C", value: "two\nlines" },
  ]);
});

test("no piece of a key in lines or of an address becomes a name, which everybody sees", () => {
  const secrets = ["3notAReal/key+", "3notARealKey=", "3notARealKey==", "https://hooks.example.com/?token=not-real"];
  expect(pastedFields(["A=-----BEGIN PRIVATE KEY-----", ...secrets].join("\n"))).toEqual([
    { name: "A", value: "-----BEGIN PRIVATE KEY-----" },
    ...secrets.map((value) => ({ name: "", value })),
  ]);
});

test("the end of Base64 becomes no name either, though it reads like an assignment", () => {
  const [line, ends] = ["TUlJRXZRSUJBREFOQmdrcWhraUc5dzBC", ["bm90LXJlYWw", "bm90UmVhbDE"]] as const;
  expect(pastedFields(`A=1\n${line}\n${ends[0]}==\n${line}\n${ends[1]}=\nEMPTY=\nhost_name=\nB==\n`)).toEqual([
    { name: "A", value: "1" },
    { name: "", value: line },
    { name: "", value: `${ends[0]}==` },
    { name: "", value: line },
    { name: "", value: `${ends[1]}=` },
    { name: "EMPTY", value: "" },
    { name: "host_name", value: "" },
    { name: "", value: "B==" },
  ]);
  expect(pastedFields(`${line}\n${ends[0]}==`)).toEqual([]);
});

test("what stands in quotes is a value, and its name a name", () => {
  expect(pastedFields(`SEPARATOR="="\nassign='='\ndbToken=""\n`)).toEqual([
    { name: "SEPARATOR", value: "=" },
    { name: "assign", value: "=" },
    { name: "dbToken", value: "" },
  ]);
});

test.each(["", "PGUSER", "# words\n", "a name\nof two lines"])("%j is pasted as it is", (text) =>
  expect(pastedFields(text)).toEqual([]),
);
