import { expect, test } from "vitest";
import { parse } from "../../../lib/dotenv/parse";

test.each([
  'A="\n',
  "A='\nB=\"\nC=`\n",
  "A='\\'\\'\\'",
  "\\'   ",
  "A='\\' x\n",
  "A=\"\\\" x\nB='\\' x\n",
  "\n",
  " ",
  "#",
  "a",
  "=",
  "A=1\n",
  "A=' \n",
  "export ",
  "A: ",
  "'",
  "\r",
  "\u2028",
  "\\",
  "\\n",
  'A="\\n',
])("1 MiB of %j is read in one pass", (unit) => {
  const text = unit.repeat(Math.ceil(2 ** 20 / unit.length));
  // A quadratic reader would take minutes and run into the time limit of the test.
  for (const hostile of [`A='${text}`, `A="\\"${text}`, text]) expect(parse(hostile).length).toBeGreaterThan(0);
});
