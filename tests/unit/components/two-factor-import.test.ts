import { expect, test } from "vitest";
import { listFound } from "@/components/two-factor/candidates";
import { readLinkLines, unreadText } from "@/components/two-factor/link-lines";

const link = (service: string, secret = "JBSWY3DPEHPK3PXP") =>
  `otpauth://totp/${service}:ada?secret=${secret}&issuer=${service}`;
const tokens = (...lines: string[]) => readLinkLines(lines.join("\n")).tokens;

test("lines without a readable link are kept and reported; tokens that can't be stored are listed with the reason", () => {
  const { tokens: found, unread } = readLinkLines(
    [
      link("GitHub"),
      "",
      "not a link ",
      "otpauth://[bad",
      "otpauth-migration://offline?data=%",
      "otpauth://hotp/Old:ada?secret=JBSWY3DPEHPK3PXP",
    ].join("\r\n"),
  );
  expect(found.map(({ service, problem }) => [service, problem])).toEqual([
    ["GitHub", undefined],
    ["Old", "Counter-based tokens (HOTP) are not supported"],
  ]);
  expect(unread).toEqual(["not a link ", "otpauth://[bad", "otpauth-migration://offline?data=%"]);
  expect([unreadText(0, 1), unreadText(1, 0), unreadText(2, 3)]).toEqual([
    undefined,
    "There is no otpauth:// link in this text",
    "These 2 lines hold no readable otpauth:// link. The others were read",
  ]);
});

test("another name for a listed secret is listed, unticked, with the name that it repeats", () => {
  const { candidates, repeated } = listFound(
    [],
    tokens(link("GitHub"), link("Copy"), link("Other", "JBSWY3DPEHPK3PXQ")),
    [],
  );
  expect(repeated).toBe(0);
  expect(candidates.map(({ service, twin, selected }) => [service, twin, selected])).toEqual([
    ["GitHub", undefined, true],
    ["Copy", "GitHub (ada)", false],
    ["Other", undefined, true],
  ]);
});

test("tokens that were listed before are counted and not listed again, even under another name", () => {
  const first = listFound([], tokens(link("GitHub")), [{ service: "GitHub", accountName: "ada" }]).candidates;
  expect(first).toMatchObject([{ known: true, selected: false }]);
  const again = listFound(
    first.map((candidate) => ({ ...candidate, service: "GitHub Work" })),
    tokens(link("GitHub"), link("GitHub"), link("npm", "JBSWY3DPEHPK3PXQ")),
    [],
  );
  expect(again.repeated).toBe(2);
  expect(again.candidates.map(({ service }) => service)).toEqual(["GitHub Work", "npm"]);
});
